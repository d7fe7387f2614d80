//! The messages as their source says them: each type with its fields, its words, and what the comments say.
//! Whatever serde is told there that is not understood here fails, so that nothing is described wrongly.

use std::fs;
use std::path::Path;

use syn::punctuated::Punctuated;
use syn::{
    Attribute, Expr, Fields, GenericArgument, Item, Lit, Meta, PathArguments, Token,
    Type as RustType, Variant,
};

/// All messages, by the files that they stand in.
pub struct Messages {
    pub rooms: Vec<Room>,
}

/// The messages of one file.
pub struct Room {
    /// What the file is about.
    pub about: String,
    pub types: Vec<Type>,
}

/// A type of messages.
pub struct Type {
    pub name: String,
    pub parameters: Vec<String>,
    pub about: String,
    pub shape: Shape,
}

/// What a message looks like.
pub enum Shape {
    /// A text that is read as something else.
    Text,
    /// One of several words.
    Words(Vec<Word>),
    /// An object with these fields.
    Object(Vec<Field>),
    /// An object of one of several kinds, which one of its fields names.
    Kinds(String, Vec<Kind>),
    /// Any of several types.
    AnyOf(Vec<Field>),
}

pub struct Word {
    pub name: String,
    pub about: String,
}

pub struct Field {
    pub name: String,
    /// Its type as TypeScript writes it.
    pub kind: String,
    pub optional: bool,
    pub about: String,
}

pub struct Kind {
    pub name: String,
    pub about: String,
    pub fields: Vec<Field>,
    /// The type that holds its other fields, if there is one.
    pub whole: Option<String>,
}

/// What serde is told of a type, a field or a variant.
#[derive(Default)]
struct Serde {
    rename: Option<String>,
    rename_all: Option<String>,
    tag: Option<String>,
    is_text: bool,
    may_be_missing: bool,
    is_left_out: bool,
    flatten: bool,
    untagged: bool,
}

impl Room {
    /// What its types are about, in a few words.
    pub fn title(&self) -> &str {
        self.about.split(['.', ':']).next().unwrap_or_default()
    }
}

impl Messages {
    /// Reads the files of a folder, in the order in which its `mod.rs` names them.
    pub fn read(folder: &Path) -> Messages {
        let names =
            parsed(&folder.join("mod.rs")).items.into_iter().filter_map(|item| match item {
                Item::Mod(module) => Some(module.ident.to_string()),
                _ => None,
            });
        let files: Vec<syn::File> =
            names.map(|name| parsed(&folder.join(format!("{name}.rs")))).collect();
        let all: Vec<&Item> = files.iter().flat_map(|file| &file.items).collect();
        let room = |file: &syn::File| Room {
            about: comment(&file.attrs),
            types: file.items.iter().filter_map(|item| read_type(item, &all)).collect(),
        };
        Messages { rooms: files.iter().map(room).collect() }
    }
}

fn parsed(path: &Path) -> syn::File {
    let text = fs::read_to_string(path).unwrap();
    syn::parse_file(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn read_type(item: &Item, all: &[&Item]) -> Option<Type> {
    let (attributes, name, generics) = match item {
        Item::Struct(item) => (&item.attrs, &item.ident, &item.generics),
        Item::Enum(item) => (&item.attrs, &item.ident, &item.generics),
        _ => return None,
    };
    if !is_message(attributes) {
        return None;
    }
    let serde = Serde::of(attributes);
    let shape = match item {
        _ if serde.is_text => Shape::Text,
        Item::Struct(item) => Shape::Object(fields(&item.fields, all)),
        Item::Enum(item) => match &serde.tag {
            Some(tag) => {
                let kinds = item.variants.iter().map(|one| kind(one, &serde, all));
                Shape::Kinds(tag.clone(), kinds.collect())
            }
            None if serde.untagged => Shape::AnyOf(item.variants.iter().map(alternative).collect()),
            None => Shape::Words(item.variants.iter().map(|one| word(one, &serde)).collect()),
        },
        _ => return None,
    };
    Some(Type {
        name: name.to_string(),
        parameters: generics.type_params().map(|one| one.ident.to_string()).collect(),
        about: comment(attributes),
        shape,
    })
}

/// Whether a type is told or read as JSON.
fn is_message(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|one| one.path().is_ident("derive")).any(|derive| {
        let traits = derive.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
        traits.unwrap().iter().any(|one| one.is_ident("Serialize") || one.is_ident("Deserialize"))
    })
}

fn word(variant: &Variant, serde: &Serde) -> Word {
    assert!(variant.fields.is_empty(), "{} has fields, but no tag", variant.ident);
    Word { name: serde.name_of(variant), about: comment(&variant.attrs) }
}

/// One of the types that a value may have.
fn alternative(variant: &Variant) -> Field {
    let Fields::Unnamed(inner) = &variant.fields else { panic!("{} holds nothing", variant.ident) };
    Field {
        name: String::new(),
        kind: typescript(&inner.unnamed[0].ty),
        optional: false,
        about: comment(&variant.attrs),
    }
}

fn kind(variant: &Variant, serde: &Serde, all: &[&Item]) -> Kind {
    let (fields, whole) = match &variant.fields {
        Fields::Unnamed(one) => (Vec::new(), Some(typescript(&one.unnamed[0].ty))),
        other => (fields(other, all), None),
    };
    Kind { name: serde.name_of(variant), about: comment(&variant.attrs), fields, whole }
}

fn fields(fields: &Fields, all: &[&Item]) -> Vec<Field> {
    let mut read = Vec::new();
    for field in fields {
        let serde = Serde::of(&field.attrs);
        if serde.flatten {
            read.extend(fields_of(&typescript(&field.ty), all));
            continue;
        }
        let name = field.ident.as_ref().expect("a field of a message has a name").to_string();
        // A field that is left out where it is nothing is never null for that reason.
        let inner = serde.is_left_out.then(|| within(&field.ty, "Option")).flatten();
        read.push(Field {
            name: serde.rename.unwrap_or(name),
            kind: typescript(inner.unwrap_or(&field.ty)),
            optional: serde.may_be_missing || serde.is_left_out,
            about: comment(&field.attrs),
        });
    }
    read
}

/// The fields of the type of this name, which stand in another one's place.
fn fields_of(name: &str, all: &[&Item]) -> Vec<Field> {
    let found = all.iter().find_map(|item| match item {
        Item::Struct(item) if item.ident == name => Some(&item.fields),
        _ => None,
    });
    fields(found.unwrap_or_else(|| panic!("{name} is no type of messages")), all)
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Serde {
        let mut serde = Serde::default();
        for attribute in attributes.iter().filter(|one| one.path().is_ident("serde")) {
            let all = Punctuated::<Meta, Token![,]>::parse_terminated;
            for meta in attribute.parse_args_with(all).unwrap() {
                serde.take(&meta);
            }
        }
        serde
    }

    fn take(&mut self, meta: &Meta) {
        let name = meta.path().get_ident().unwrap().to_string();
        let value = match meta {
            Meta::NameValue(pair) => text(&pair.value),
            _ => None,
        };
        match name.as_str() {
            "rename" => self.rename = value,
            "rename_all" => self.rename_all = value,
            "tag" => self.tag = value,
            "try_from" | "into" => self.is_text = value.as_deref() == Some("String"),
            "default" => self.may_be_missing = true,
            "skip_serializing_if" => self.is_left_out = true,
            "flatten" => self.flatten = true,
            "untagged" => self.untagged = true,
            "deny_unknown_fields" => {}
            other => panic!("serde({other}) is not understood; tests/protocol has to learn it"),
        }
    }

    fn name_of(&self, variant: &Variant) -> String {
        let name = variant.ident.to_string();
        match self.rename_all.as_deref() {
            Some("lowercase") => name.to_lowercase(),
            Some("kebab-case") => kebab(&name),
            None => name,
            Some(other) => panic!("serde(rename_all = {other:?}) is not understood"),
        }
    }
}

fn kebab(name: &str) -> String {
    let mut words = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !words.is_empty() {
            words.push('-');
        }
        words.extend(letter.to_lowercase());
    }
    words
}

/// What the comment before something says, in one line.
fn comment(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => text(&pair.value),
        _ => None,
    });
    let lines: Vec<String> = lines.map(|line| line.trim().to_owned()).collect();
    // Names in brackets are links for those who read the source.
    lines.join(" ").replace("[`", "`").replace("`]", "`").trim().to_owned()
}

fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(text.value()),
            _ => None,
        },
        _ => None,
    }
}

/// What stands in the angle brackets of this type, if it is called so.
fn within<'t>(kind: &'t RustType, name: &str) -> Option<&'t RustType> {
    let RustType::Path(path) = kind else { return None };
    let last = path.path.segments.last()?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    match arguments.args.last()? {
        GenericArgument::Type(inner) if last.ident == name => Some(inner),
        _ => None,
    }
}

/// A type as TypeScript writes it.
fn typescript(kind: &RustType) -> String {
    let RustType::Path(path) = kind else {
        let RustType::Tuple(tuple) = kind else { panic!("a message has no type of this form") };
        let parts: Vec<String> = tuple.elems.iter().map(typescript).collect();
        return format!("[{}]", parts.join(", "));
    };
    if let Some(inner) = within(kind, "Option") {
        return format!("{} | null", typescript(inner));
    }
    if let Some(inner) = within(kind, "Vec") {
        let inner = typescript(inner);
        return if inner.contains('|') { format!("({inner})[]") } else { format!("{inner}[]") };
    }
    if let Some(inner) = within(kind, "Box").or_else(|| within(kind, "Common")) {
        return typescript(inner);
    }
    if let Some(inner) = within(kind, "Map").or_else(|| within(kind, "BTreeMap")) {
        return format!("{{[name: string]: {}}}", typescript(inner));
    }
    let last = path.path.segments.last().unwrap();
    let name = last.ident.to_string();
    match name.as_str() {
        "String" => "string".to_owned(),
        "bool" => "boolean".to_owned(),
        "u8" | "u32" | "u64" | "usize" | "i64" | "f64" => "number".to_owned(),
        "Value" => "unknown".to_owned(),
        _ => match within(kind, &name) {
            Some(inner) => format!("{name}<{}>", typescript(inner)),
            None => name,
        },
    }
}
