//! Temporal and spatial values between the driver's types and ours.

use chrono::{FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta};
use neo4rs::{BoltDuration, BoltFloat, BoltInteger, BoltNull, BoltPoint2D, BoltPoint3D, BoltType};
use othello_cypher::Datum;
use othello_cypher::spatial::{Point, ReferenceSystem};
use othello_cypher::temporal::{
    Date, DateTime, Duration, LocalDateTime, LocalTime, Region, Temporal, Time, Zone,
};

use super::fields::Fields;

/// A temporal value that came; `None` for any other value, and for what this program has not, such as a zone that
/// its database does not know.
pub(super) fn temporal(value: &BoltType) -> Option<Datum> {
    let fields = Fields::of(value);
    let number = |name| fields.get(name);
    // In this version of the protocol a moment is told by what the clocks of its zone show.
    let local = || LocalDateTime::of_seconds(number("seconds")?, number("nano_seconds")?).ok();
    let time = || LocalTime::of_nanos(number("nano_seconds")?).ok();
    let offset = || number("tz_offset_seconds");
    let temporal = match value {
        BoltType::Date(_) => Temporal::Date(Date::of_days(number("days")?).ok()?),
        BoltType::LocalTime(_) => Temporal::LocalTime(time()?),
        BoltType::Time(_) => Temporal::Time(Time::new(time()?, offset()?).ok()?),
        BoltType::LocalDateTime(_) => Temporal::LocalDateTime(local()?),
        BoltType::DateTime(_) => {
            let zone = Zone::of_offset(offset()?).ok()?;
            Temporal::DateTime(DateTime::of_local(local()?, zone, None).ok()?)
        }
        BoltType::DateTimeZoneId(_) => {
            let zone = Zone::Region(Region::named(fields.zone()?).ok()?);
            Temporal::DateTime(DateTime::of_local(local()?, zone, None).ok()?)
        }
        BoltType::Duration(_) => {
            let [months, days, seconds, nanos] = ["0", "1", "2", "3"].map(number);
            Temporal::Duration(Duration::new(months?, days?, seconds?, nanos?).ok()?)
        }
        _ => return None,
    };
    Some(temporal.into())
}

/// A point in the plane that came.
pub(super) fn point2(point: &BoltPoint2D) -> Datum {
    from_point(point.sr_id.value, [point.x.value, point.y.value, 0.0])
}

/// A point in space that came.
pub(super) fn point3(point: &BoltPoint3D) -> Datum {
    from_point(point.sr_id.value, [point.x.value, point.y.value, point.z.value])
}

fn from_point(srid: i64, coordinates: [f64; 3]) -> Datum {
    let system = ReferenceSystem::of_srid(srid);
    match system.map(|system| Point::new(system, coordinates)) {
        Some(Ok(point)) => point.into(),
        _ => Datum::foreign("POINT", format!("{coordinates:?} of the system {srid}")),
    }
}

/// A temporal value for the driver to send. It takes years of six digits; what lies further off goes as null, as
/// what is not there.
pub(super) fn to_bolt(value: &Temporal) -> BoltType {
    let sent = match value {
        Temporal::Date(date) => day(*date).map(|date| BoltType::Date(date.into())),
        Temporal::LocalTime(time) => clock(*time).map(|time| BoltType::LocalTime(time.into())),
        Temporal::Time(value) => clock(value.local())
            .zip(FixedOffset::east_opt(value.offset()))
            .map(|time| BoltType::Time(time.into())),
        Temporal::LocalDateTime(value) => {
            wall_clock(*value).map(|value| BoltType::LocalDateTime(value.into()))
        }
        Temporal::DateTime(value) => moment(value),
        Temporal::Duration(duration) => {
            let [months, days, seconds] =
                [duration.months(), duration.days(), duration.seconds()].map(BoltInteger::new);
            let nanos = BoltInteger::new(duration.nanos().into());
            Some(BoltType::Duration(BoltDuration::new(months, days, seconds, nanos)))
        }
    };
    sent.unwrap_or(BoltType::Null(BoltNull))
}

/// A point for the driver to send.
pub(super) fn point_to_bolt(point: &Point) -> BoltType {
    let sr_id = BoltInteger::new(point.system().srid());
    let coordinates: Vec<_> = point.coordinates().iter().copied().map(BoltFloat::new).collect();
    match <[BoltFloat; 3]>::try_from(coordinates) {
        Ok([x, y, z]) => BoltType::Point3D(BoltPoint3D { sr_id, x, y, z }),
        Err(coordinates) => {
            let mut coordinates = coordinates.into_iter();
            let mut next = || coordinates.next().unwrap_or(BoltFloat::new(0.0));
            BoltType::Point2D(BoltPoint2D { sr_id, x: next(), y: next() })
        }
    }
}

fn day(date: Date) -> Option<NaiveDate> {
    NaiveDate::default().checked_add_signed(TimeDelta::try_days(date.days())?)
}

fn clock(time: LocalTime) -> Option<NaiveTime> {
    const SECOND: i64 = 1_000_000_000;
    let seconds = u32::try_from(time.nanos() / SECOND).ok()?;
    NaiveTime::from_num_seconds_from_midnight_opt(
        seconds,
        u32::try_from(time.nanos() % SECOND).ok()?,
    )
}

fn wall_clock(value: LocalDateTime) -> Option<NaiveDateTime> {
    Some(day(value.date())?.and_time(clock(value.time())?))
}

fn moment(value: &DateTime) -> Option<BoltType> {
    let local = wall_clock(value.local())?;
    Some(match value.zone() {
        Zone::Region(region) => BoltType::DateTimeZoneId((local, region.name()).into()),
        Zone::Offset(offset) => {
            let offset = FixedOffset::east_opt(offset)?;
            BoltType::DateTime(local.and_local_timezone(offset).single()?.into())
        }
    })
}
