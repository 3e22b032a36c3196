//! What a node is, in one vocabulary for AT-SPI, UIA and AX.

use std::fmt;

/// What a node is.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Role {
    /// A message that asks for attention.
    Alert,
    /// A self-contained piece, such as a turn of the older page.
    Article,
    /// Something to press.
    Button,
    /// A cell of a table.
    Cell,
    /// A piece of code within a line, or the code inside a [`Role::CodeBlock`].
    Code,
    /// A block of code.
    CodeBlock,
    /// Something beside the main content.
    Complementary,
    /// A dialog.
    Dialog,
    /// A web page.
    Document,
    /// A form.
    Form,
    /// A container without a meaning of its own.
    Group,
    /// A heading.
    Heading,
    /// A picture.
    Image,
    /// Emphasis and the like: text that goes on in its line.
    Inline,
    /// A break within a paragraph.
    LineBreak,
    /// A link.
    Link,
    /// A list.
    List,
    /// One item of a list.
    ListItem,
    /// The bullet or number of an item.
    ListMarker,
    /// A menu.
    Menu,
    /// An item of a menu.
    MenuItem,
    /// Links to other places.
    Navigation,
    /// A paragraph.
    Paragraph,
    /// One of several choices.
    Radio,
    /// A part of the page with a meaning, such as the main part.
    Region,
    /// A row of a table.
    Row,
    /// The part of the page that searches.
    Search,
    /// A box for what is searched.
    SearchBox,
    /// A message that is only for information.
    Status,
    /// A table.
    Table,
    /// A piece of text.
    Text,
    /// A box for text.
    TextBox,
    /// A window.
    Window,
    /// Anything else, under the platform's own word.
    Other(String),
}

impl Role {
    /// Whether it goes on in its line instead of beginning a new one.
    #[must_use]
    pub fn is_inline(&self) -> bool {
        matches!(self, Self::Code | Self::Image | Self::Inline | Self::Link | Self::Text)
    }

    /// The role of the first ARIA role in `roles` that is known.
    pub(super) fn from_aria(roles: &str) -> Option<Self> {
        roles.split_whitespace().find_map(|role| lookup(ARIA, role))
    }

    /// The role of an HTML element, for the elements whose platform role says less.
    pub(super) fn from_tag(tag: &str) -> Option<Self> {
        lookup(TAGS, &tag.to_ascii_lowercase())
    }

    /// The role of AT-SPI's role name.
    pub(super) fn from_atspi(name: &str, is_editable: bool) -> Self {
        match name {
            "text" if is_editable => Self::TextBox,
            _ => lookup(ATSPI, name).unwrap_or_else(|| Self::Other(name.to_owned())),
        }
    }

    /// The role of UIA's control type.
    pub(super) fn from_uia(name: &str) -> Self {
        lookup(UIA, name).unwrap_or_else(|| Self::Other(name.to_owned()))
    }

    /// The role of an AX role and subrole.
    pub(super) fn from_ax(name: &str, subrole: &str) -> Self {
        let known = lookup(AX_SUBROLES, subrole).or_else(|| lookup(AX, name));
        known.unwrap_or_else(|| Self::Other(name.to_owned()))
    }
}

impl fmt::Display for Role {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Other(name) => formatter.write_str(name),
            known => write!(formatter, "{known:?}"),
        }
    }
}

fn lookup(table: &[(&str, Role)], name: &str) -> Option<Role> {
    table.iter().find(|(known, _)| *known == name).map(|(_, role)| role.clone())
}

const ARIA: &[(&str, Role)] = &[
    ("alert", Role::Alert),
    ("alertdialog", Role::Dialog),
    ("article", Role::Article),
    ("banner", Role::Region),
    ("button", Role::Button),
    ("cell", Role::Cell),
    ("code", Role::Code),
    ("columnheader", Role::Cell),
    ("complementary", Role::Complementary),
    ("contentinfo", Role::Region),
    ("dialog", Role::Dialog),
    ("form", Role::Form),
    ("grid", Role::Table),
    ("gridcell", Role::Cell),
    ("group", Role::Group),
    ("heading", Role::Heading),
    ("img", Role::Image),
    ("link", Role::Link),
    ("list", Role::List),
    ("listitem", Role::ListItem),
    ("main", Role::Region),
    ("menu", Role::Menu),
    ("menuitem", Role::MenuItem),
    ("menuitemcheckbox", Role::MenuItem),
    ("menuitemradio", Role::MenuItem),
    ("navigation", Role::Navigation),
    ("paragraph", Role::Paragraph),
    ("radio", Role::Radio),
    ("region", Role::Region),
    ("row", Role::Row),
    ("rowheader", Role::Cell),
    ("search", Role::Search),
    ("searchbox", Role::SearchBox),
    ("status", Role::Status),
    ("table", Role::Table),
    ("textbox", Role::TextBox),
];

const TAGS: &[(&str, Role)] = &[
    ("article", Role::Article),
    ("aside", Role::Complementary),
    ("b", Role::Inline),
    ("br", Role::LineBreak),
    ("code", Role::Code),
    ("em", Role::Inline),
    ("form", Role::Form),
    ("i", Role::Inline),
    ("li", Role::ListItem),
    ("nav", Role::Navigation),
    ("ol", Role::List),
    ("p", Role::Paragraph),
    ("pre", Role::CodeBlock),
    ("strong", Role::Inline),
    ("ul", Role::List),
];

const ATSPI: &[(&str, Role)] = &[
    ("alert", Role::Alert),
    ("article", Role::Article),
    ("button", Role::Button),
    ("dialog", Role::Dialog),
    ("document web", Role::Document),
    ("entry", Role::TextBox),
    ("filler", Role::Group),
    ("form", Role::Form),
    ("frame", Role::Window),
    ("grouping", Role::Group),
    ("heading", Role::Heading),
    ("image", Role::Image),
    ("landmark", Role::Region),
    ("link", Role::Link),
    ("list", Role::List),
    ("list item", Role::ListItem),
    ("menu", Role::Menu),
    ("menu item", Role::MenuItem),
    ("notification", Role::Alert),
    ("panel", Role::Group),
    ("paragraph", Role::Paragraph),
    ("push button", Role::Button),
    ("radio button", Role::Radio),
    ("radio menu item", Role::MenuItem),
    ("section", Role::Group),
    ("static", Role::Text),
    ("status bar", Role::Status),
    ("table", Role::Table),
    ("table cell", Role::Cell),
    ("table row", Role::Row),
    ("text", Role::Text),
    ("toggle button", Role::Button),
    ("window", Role::Window),
];

const UIA: &[(&str, Role)] = &[
    ("Button", Role::Button),
    ("Custom", Role::Group),
    ("DataItem", Role::Row),
    ("Document", Role::Document),
    ("Edit", Role::TextBox),
    ("Group", Role::Group),
    ("Hyperlink", Role::Link),
    ("Image", Role::Image),
    ("List", Role::List),
    ("ListItem", Role::ListItem),
    ("Menu", Role::Menu),
    ("MenuItem", Role::MenuItem),
    ("Pane", Role::Group),
    ("RadioButton", Role::Radio),
    ("SplitButton", Role::Button),
    ("StatusBar", Role::Status),
    ("Table", Role::Table),
    ("Text", Role::Text),
    ("Window", Role::Window),
];

const AX: &[(&str, Role)] = &[
    ("AXButton", Role::Button),
    ("AXCell", Role::Cell),
    ("AXGroup", Role::Group),
    ("AXHeading", Role::Heading),
    ("AXImage", Role::Image),
    ("AXLink", Role::Link),
    ("AXList", Role::List),
    ("AXListMarker", Role::ListMarker),
    ("AXMenu", Role::Menu),
    ("AXMenuButton", Role::Button),
    ("AXMenuItem", Role::MenuItem),
    ("AXPopUpButton", Role::Button),
    ("AXRadioButton", Role::Radio),
    ("AXRow", Role::Row),
    ("AXScrollArea", Role::Group),
    ("AXSheet", Role::Dialog),
    ("AXStaticText", Role::Text),
    ("AXTable", Role::Table),
    ("AXTextArea", Role::TextBox),
    ("AXTextField", Role::TextBox),
    ("AXWebArea", Role::Document),
    ("AXWindow", Role::Window),
];

const AX_SUBROLES: &[(&str, Role)] = &[
    ("AXApplicationAlert", Role::Alert),
    ("AXApplicationAlertDialog", Role::Dialog),
    ("AXApplicationDialog", Role::Dialog),
    ("AXApplicationStatus", Role::Status),
    ("AXCodeStyleGroup", Role::Code),
    ("AXDocumentArticle", Role::Article),
    ("AXLandmarkComplementary", Role::Complementary),
    ("AXLandmarkMain", Role::Region),
    ("AXLandmarkNavigation", Role::Navigation),
    ("AXLandmarkSearch", Role::Search),
    ("AXSearchField", Role::SearchBox),
];
