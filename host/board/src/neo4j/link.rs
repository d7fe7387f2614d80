//! The way to a server. The driver dials a port of this process, and what it says is carried on from there:
//! so silence, encryption, floods and what is sent at once are the host's to judge. The driver alone has no bound on
//! a handshake, reads an answer of any size into memory, keeps a connection that it was told to drop, and waits for
//! each answer before it sends anything else.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::AbortHandle;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls;
use tokio_rustls::rustls::pki_types::ServerName;

use super::gauge::Gauge;
use super::target::Uri;
use super::tls;
use super::trunk::Trunk;
use crate::session::{ServerFault, ServerFaultKind};

/// How long a server may take to accept a connection and to encrypt it.
const DIAL: Duration = Duration::from_secs(10);

/// Where connections go, and how they are encrypted.
pub(super) struct Way {
    pub(super) uri: Uri,
    connector: Option<TlsConnector>,
}

impl Way {
    /// The way to `uri`, trusting the certificates in `ca` instead of the system's.
    pub(super) fn new(uri: Uri, ca: Option<&Path>) -> Result<Way, ServerFault> {
        let connector = tls::connector(uri.tls, ca)
            .map_err(|message| ServerFault { kind: ServerFaultKind::Unusable, message })?;
        Ok(Way { uri, connector })
    }

    /// The same way to another member of the cluster.
    pub(super) fn moved_to(&self, uri: Uri) -> Way {
        Way { uri, connector: self.connector.clone() }
    }
}

/// An open port of this process that leads to the server, until it is dropped: then every connection that
/// went through it is closed at once.
pub(super) struct Link {
    pub(super) port: u16,
    pub(super) gauge: Arc<Gauge>,
    carrier: AbortHandle,
}

impl Drop for Link {
    fn drop(&mut self) {
        self.carrier.abort();
    }
}

impl Link {
    pub(super) async fn open(way: Arc<Way>) -> io::Result<Link> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let port = listener.local_addr()?.port();
        let gauge = Arc::new(Gauge::default());
        let carrier = tokio::spawn(carry(listener, way, Arc::clone(&gauge))).abort_handle();
        Ok(Link { port, gauge, carrier })
    }
}

/// Takes in the driver's connections. The first one is let in by the server, those beside it share its connection.
async fn carry(listener: TcpListener, way: Arc<Way>, gauge: Arc<Gauge>) {
    let mut trunk: Option<Trunk> = None;
    while let Ok((driver, _)) = listener.accept().await {
        if gauge.stepped_down() {
            continue;
        }
        let joined = match &mut trunk {
            Some(trunk) if !trunk.is_closed() => trunk.join(driver).await,
            _ => match dial(&way).await {
                Ok(server) => {
                    let opened = Trunk::open(server, driver, Arc::clone(&gauge)).await;
                    opened.map(|opened| trunk = opened)
                }
                Err(fault) => {
                    gauge.blame(fault);
                    Ok(())
                }
            },
        };
        // A connection that did not come about is closed, which the driver sees.
        drop(joined);
    }
}

trait Stream: AsyncRead + AsyncWrite + Send + Unpin {}
impl<T: AsyncRead + AsyncWrite + Send + Unpin> Stream for T {}

async fn dial(way: &Way) -> Result<Box<dyn Stream>, ServerFault> {
    match tokio::time::timeout(DIAL, connect(way)).await {
        Ok(done) => done,
        Err(_) => Err(ServerFault {
            kind: ServerFaultKind::Away,
            message: format!("{} did not answer within {} s", way.uri, DIAL.as_secs()),
        }),
    }
}

async fn connect(way: &Way) -> Result<Box<dyn Stream>, ServerFault> {
    let uri = &way.uri;
    let away = |message| ServerFault { kind: ServerFaultKind::Away, message };
    let found = tokio::net::lookup_host((uri.host.as_str(), uri.port)).await;
    let addresses: Vec<_> = found.into_iter().flatten().collect();
    if addresses.is_empty() {
        return Err(away(format!("no host \"{}\" is known; is the URI {uri} right?", uri.host)));
    }
    let stream = TcpStream::connect(addresses.as_slice()).await.map_err(|e| {
        away(if e.kind() == io::ErrorKind::ConnectionRefused {
            format!(
                "nothing listens at {}; is Neo4j running, and is {} its Bolt port?",
                uri, uri.port
            )
        } else {
            format!("{uri} cannot be reached: {e}")
        })
    })?;
    let _ = stream.set_nodelay(true);
    let Some(connector) = &way.connector else {
        return Ok(Box::new(stream));
    };
    let name = ServerName::try_from(uri.host.clone()).map_err(|_| ServerFault {
        kind: ServerFaultKind::Unusable,
        message: format!("\"{}\" is no name that a certificate could be for", uri.host),
    })?;
    match connector.connect(name, stream).await {
        Ok(stream) => Ok(Box::new(stream)),
        Err(error) => Err(refused(uri, &error)),
    }
}

/// Why a server could not be spoken to in secret.
fn refused(uri: &Uri, error: &io::Error) -> ServerFault {
    let inner = error.get_ref().and_then(|inner| inner.downcast_ref::<rustls::Error>());
    let message = match inner {
        Some(rustls::Error::InvalidCertificate(problem)) => format!(
            "the certificate of {uri} is not trusted ({problem}); --ca FILE names who vouches for it, \
             and the scheme +ssc believes any"
        ),
        _ => {
            let plain = if uri.routed { "neo4j" } else { "bolt" };
            format!(
                "{uri} does not speak TLS ({error}), or is still starting; {plain}://{} speaks without",
                uri.address()
            )
        }
    };
    // Whoever hangs up without a word may just be starting.
    let kind = match error.kind() {
        io::ErrorKind::UnexpectedEof | io::ErrorKind::ConnectionReset => ServerFaultKind::Away,
        _ => ServerFaultKind::Unusable,
    };
    ServerFault { kind, message }
}
