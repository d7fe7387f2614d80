//! Encryption on the way to a server: whom to believe that the server is who it says.

use std::path::Path;
use std::sync::Arc;

use rustls_platform_verifier::BuilderVerifierExt;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{self, CryptoProvider};
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use tokio_rustls::rustls::{
    ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use super::target::Tls;

/// What encrypts a connection; nothing where it is not to be encrypted.
///
/// # Errors
/// One line: the file of certificates can't be read or has none, the system has none.
pub(super) fn connector(tls: Tls, ca: Option<&Path>) -> Result<Option<TlsConnector>, String> {
    let provider = Arc::new(crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .map_err(|e| e.to_string())?;
    let config = match (tls, ca) {
        (Tls::None, _) => return Ok(None),
        (Tls::Any, _) => builder
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(Anybody(provider)))
            .with_no_client_auth(),
        (Tls::Verified, Some(file)) => {
            builder.with_root_certificates(roots(file)?).with_no_client_auth()
        }
        (Tls::Verified, None) => builder
            .with_platform_verifier()
            .map_err(|e| format!("the system's certificates can't be read: {e}"))?
            .with_no_client_auth(),
    };
    Ok(Some(TlsConnector::from(Arc::new(config))))
}

fn roots(file: &Path) -> Result<RootCertStore, String> {
    let shown = file.display();
    let mut roots = RootCertStore::empty();
    let certificates = CertificateDer::pem_file_iter(file)
        .map_err(|e| format!("cannot read the certificates in {shown}: {e}"))?;
    for certificate in certificates {
        let certificate =
            certificate.map_err(|e| format!("cannot read the certificates in {shown}: {e}"))?;
        roots.add(certificate).map_err(|e| format!("a certificate in {shown} is no good: {e}"))?;
    }
    if roots.is_empty() {
        return Err(format!("no certificate in {shown}; --ca wants a PEM file"));
    }
    Ok(roots)
}

/// Believes anybody, as `+ssc` asks for; the handshake itself is still checked.
#[derive(Debug)]
struct Anybody(Arc<CryptoProvider>);

impl ServerCertVerifier for Anybody {
    fn verify_server_cert(
        &self,
        _: &CertificateDer<'_>,
        _: &[CertificateDer<'_>],
        _: &ServerName<'_>,
        _: &[u8],
        _: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        Ok(ServerCertVerified::assertion())
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.0.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.0.signature_verification_algorithms.supported_schemes()
    }
}
