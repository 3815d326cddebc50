/** The libraries for SAML. They are CommonJS, which a bundle can only import statically. */
import { SAML } from "@node-saml/node-saml"
import { DOMParser } from "@xmldom/xmldom"
import sax from "sax"
import type { XmlParsers } from "./StrictXml.js"

export { SAML }

/** The parsers of XML. */
export const xml: XmlParsers = { DOMParser, SAXParser: sax.SAXParser }
