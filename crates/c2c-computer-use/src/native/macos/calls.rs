//! Calls of the Accessibility API, each behind a function that is safe to use.
#![expect(unsafe_code, reason = "the Accessibility API has no safe interface")]

use std::ptr::NonNull;

use objc2_application_services::{
    AXCopyMultipleAttributeOptions, AXError, AXIsProcessTrusted, AXUIElement, AXValue, AXValueType,
};
use objc2_core_foundation::{
    CFArray, CFBoolean, CFDictionary, CFNumber, CFRetained, CFString, CFType, CFURL, CGPoint, CGSize,
};
use objc2_core_graphics::CGSessionCopyCurrentDictionary;

use crate::tree::Bounds;

/// A part of a program that accessibility shows; the program itself; or the whole system.
#[derive(Clone, PartialEq)]
pub(super) struct Element(CFRetained<AXUIElement>);

/// Names of attributes that are asked for together.
pub(super) struct Names(CFRetained<CFArray<CFString>>);

/// The values of such attributes, in their order. Where there is none, an error stands.
pub(super) struct Values(Vec<CFRetained<CFType>>);

/// What the system thinks of our right to use accessibility. It may be mistaken.
pub(super) fn is_trusted() -> bool {
    // SAFETY: takes nothing.
    unsafe { AXIsProcessTrusted() }
}

/// Whether the person's session is locked, or somebody else's is on the screen; none without a session.
pub(super) fn is_locked() -> Option<bool> {
    let session = CGSessionCopyCurrentDictionary()?;
    // SAFETY: the keys of this dictionary are strings, by its documentation, and values are objects.
    let session: &CFDictionary<CFString, CFType> = unsafe { session.cast_unchecked() };
    let flag = |key: &'static str| session.get(&CFString::from_static_str(key)).map(|value| is_true(&value));
    let is_locked = flag("CGSSessionScreenIsLocked").unwrap_or(false);
    let is_ours = flag("kCGSSessionOnConsoleKey").unwrap_or(true);
    Some(is_locked || !is_ours)
}

impl Element {
    /// The whole system.
    pub(super) fn everywhere() -> Self {
        // SAFETY: takes nothing.
        Self(unsafe { AXUIElement::new_system_wide() })
    }

    /// The program that runs as process `pid`.
    pub(super) fn application(pid: u32) -> Self {
        // SAFETY: takes a number, which need not be a process's.
        Self(unsafe { AXUIElement::new_application(i32::try_from(pid).unwrap_or(-1)) })
    }

    /// Has calls to this program fail after so many seconds.
    pub(super) fn limit(&self, seconds: f32) {
        // SAFETY: takes a number.
        let error = unsafe { self.0.set_messaging_timeout(seconds) };
        if error != AXError::Success {
            tracing::debug!(error = error.0, "a program's time cannot be limited");
        }
    }

    /// The process that it belongs to.
    pub(super) fn pid(&self) -> Option<u32> {
        let mut pid = 0;
        // SAFETY: `pid` lives through the call.
        let error = unsafe { self.0.pid(NonNull::from(&mut pid)) };
        (error == AXError::Success).then(|| u32::try_from(pid).ok()).flatten()
    }

    /// The values of several attributes, in one call.
    pub(super) fn values(&self, names: &Names) -> Result<Values, AXError> {
        let mut values: *const CFArray = std::ptr::null();
        let options = AXCopyMultipleAttributeOptions::empty();
        // SAFETY: the names are strings, and `values` lives through the call.
        let error =
            unsafe { self.0.copy_multiple_attribute_values(names.0.as_opaque(), options, NonNull::from(&mut values)) };
        succeeded(error)?;
        let values = NonNull::new(values.cast_mut()).ok_or(AXError::NoValue)?;
        // SAFETY: a call with "copy" in its name gives what it returns to its caller.
        let values: CFRetained<CFArray> = unsafe { CFRetained::from_raw(values) };
        Ok(Values(items(&values)))
    }

    /// An attribute that is an element; none when it is something else.
    pub(super) fn element(&self, name: &'static str) -> Result<Option<Self>, AXError> {
        Ok(self.value(name)?.downcast::<AXUIElement>().ok().map(Self))
    }

    /// An attribute that is a list of elements.
    pub(super) fn elements(&self, name: &'static str) -> Result<Vec<Self>, AXError> {
        Ok(elements(&*self.value(name)?))
    }

    /// An attribute that is a text; empty when it is something else.
    pub(super) fn text(&self, name: &'static str) -> Result<String, AXError> {
        Ok(text(&*self.value(name)?).unwrap_or_default())
    }

    /// An attribute that is true or false; false when it is something else.
    pub(super) fn flag(&self, name: &'static str) -> Result<bool, AXError> {
        Ok(is_true(&*self.value(name)?))
    }

    /// Where it is on the screen, in points.
    pub(super) fn bounds(&self) -> Option<Bounds> {
        rectangle(&*self.value("AXPosition").ok()?, &*self.value("AXSize").ok()?)
    }

    /// Whether an attribute may be set.
    pub(super) fn takes(&self, name: &'static str) -> bool {
        let mut is_settable = 0;
        // SAFETY: `is_settable` lives through the call.
        let error =
            unsafe { self.0.is_attribute_settable(&CFString::from_static_str(name), NonNull::from(&mut is_settable)) };
        error == AXError::Success && is_settable != 0
    }

    /// Sets an attribute that is true or false.
    pub(super) fn set(&self, name: &'static str, value: bool) -> Result<(), AXError> {
        // SAFETY: both arguments are objects of the kinds that are wanted, and are not kept.
        succeeded(unsafe { self.0.set_attribute_value(&CFString::from_static_str(name), CFBoolean::new(value)) })
    }

    /// Does what a person would.
    pub(super) fn perform(&self, action: &'static str) -> Result<(), AXError> {
        // SAFETY: the argument is a string and is not kept.
        succeeded(unsafe { self.0.perform_action(&CFString::from_static_str(action)) })
    }

    fn value(&self, name: &'static str) -> Result<CFRetained<CFType>, AXError> {
        let mut value: *const CFType = std::ptr::null();
        // SAFETY: `value` lives through the call.
        let error = unsafe { self.0.copy_attribute_value(&CFString::from_static_str(name), NonNull::from(&mut value)) };
        succeeded(error)?;
        let value = NonNull::new(value.cast_mut()).ok_or(AXError::NoValue)?;
        // SAFETY: a call with "copy" in its name gives what it returns to its caller.
        Ok(unsafe { CFRetained::from_raw(value) })
    }
}

impl Names {
    pub(super) fn new(names: &[&'static str]) -> Self {
        let names: Vec<CFRetained<CFString>> = names.iter().map(|name| CFString::from_static_str(name)).collect();
        Self(CFArray::from_retained_objects(&names))
    }
}

impl Values {
    pub(super) fn text(&self, place: usize) -> Option<String> {
        text(self.0.get(place)?)
    }

    pub(super) fn texts(&self, place: usize) -> Vec<String> {
        let list = self.0.get(place).and_then(|value| value.downcast_ref::<CFArray>());
        list.map(items).unwrap_or_default().iter().filter_map(|item| text(item)).collect()
    }

    /// An address, which is an object of its own or a text.
    pub(super) fn address(&self, place: usize) -> Option<String> {
        let value = self.0.get(place)?;
        value.downcast_ref::<CFURL>().map(|url| url.string().to_string()).or_else(|| text(value))
    }

    /// A truth, or a number that is not 0; none for anything else.
    pub(super) fn flag(&self, place: usize) -> Option<bool> {
        let value = self.0.get(place)?;
        let is_flag = value.downcast_ref::<CFBoolean>().is_some() || value.downcast_ref::<CFNumber>().is_some();
        is_flag.then(|| is_true(value))
    }

    pub(super) fn elements(&self, place: usize) -> Vec<Element> {
        self.0.get(place).map(|value| elements(value)).unwrap_or_default()
    }
}

/// A rectangle of two values.
pub(super) fn bounds(values: &Values, position: usize, size: usize) -> Option<Bounds> {
    rectangle(values.0.get(position)?, values.0.get(size)?)
}

fn succeeded(error: AXError) -> Result<(), AXError> {
    if error == AXError::Success { Ok(()) } else { Err(error) }
}

fn items(array: &CFArray) -> Vec<CFRetained<CFType>> {
    // SAFETY: the lists of this API hold objects, by its documentation.
    unsafe { array.cast_unchecked::<CFType>() }.to_vec()
}

fn elements(value: &CFType) -> Vec<Element> {
    let list = value.downcast_ref::<CFArray>().map(items).unwrap_or_default();
    list.into_iter().filter_map(|item| item.downcast::<AXUIElement>().ok()).map(Element).collect()
}

fn text(value: &CFType) -> Option<String> {
    value.downcast_ref::<CFString>().map(ToString::to_string)
}

fn is_true(value: &CFType) -> bool {
    let truth = value.downcast_ref::<CFBoolean>().map(CFBoolean::as_bool);
    let number = || value.downcast_ref::<CFNumber>().and_then(CFNumber::as_i64).map(|number| number != 0);
    truth.or_else(number).unwrap_or(false)
}

#[expect(clippy::cast_possible_truncation, reason = "places on a screen are small, and others are cut")]
fn rectangle(position: &CFType, size: &CFType) -> Option<Bounds> {
    let mut at = CGPoint::default();
    let mut by = CGSize::default();
    let (at_value, by_value) = (position.downcast_ref::<AXValue>()?, size.downcast_ref::<AXValue>()?);
    // SAFETY: each value is only written when it is of the kind that is named, and both places live
    // through the calls.
    let is_known = unsafe {
        at_value.value(AXValueType::CGPoint, NonNull::from(&mut at).cast())
            && by_value.value(AXValueType::CGSize, NonNull::from(&mut by).cast())
    };
    let bounds = Bounds { x: at.x as i32, y: at.y as i32, width: by.width as i32, height: by.height as i32 };
    (is_known && bounds.width > 0 && bounds.height > 0).then_some(bounds)
}
