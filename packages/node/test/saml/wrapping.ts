/** The eight ways to wrap a signed element so that one reader checks it and another reads something else (XSW1 to XSW8). */

interface Cut {
  readonly before: string
  readonly element: string
  readonly after: string
}

const cut = (xml: string, name: string): Cut => {
  const start = xml.indexOf(`<${name}`)
  const end = xml.indexOf(`</${name}>`) + name.length + 3
  return { before: xml.slice(0, start), element: xml.slice(start, end), after: xml.slice(end) }
}

const without = (xml: string, name: string): string => {
  const { after, before } = cut(xml, name)
  return before + after
}

const signature = "ds:Signature"
const assertion = "saml:Assertion"

/** Names another user, and has another id. */
const forged = (xml: string): string =>
  xml.replace(/ ID="[^"]*"/, ' ID="_forged"').replace(/(<saml:NameID[^>]*>)[^<]*/, "$1mallory")

const inside = (xml: string, name: string, added: string): string => {
  const { after, before, element } = cut(xml, name)
  return `${before}${element.replace(new RegExp(`</${name}>$`), `${added}</${name}>`)}${after}`
}

/** Puts a forged element in the place of the signed one, which `wrap` then puts elsewhere. */
const wrapAssertion = (
  xml: string,
  wrap: (parts: { forged: string; original: string; signature: string }) => string
) => {
  const { after, before, element } = cut(xml, assertion)
  return (
    before +
    wrap({
      forged: forged(without(element, signature)),
      original: without(element, signature),
      signature: cut(element, signature).element
    }) +
    after
  )
}

const withSignature = (xml: string, added: string): string => xml.replace("</saml:Issuer>", `</saml:Issuer>${added}`)

/** Wrappings of a response that is signed as a whole, or of one whose assertion is signed. */
export const wrappings: Readonly<
  Record<string, { readonly parts: "response" | "assertion"; readonly wrap: (xml: string) => string }>
> = {
  XSW1: {
    parts: "response",
    wrap: (xml) =>
      withSignature(
        forged(without(xml, signature)),
        inside(cut(xml, signature).element, signature, without(xml, signature))
      )
  },
  XSW2: {
    parts: "response",
    wrap: (xml) => withSignature(forged(without(xml, signature)), without(xml, signature) + cut(xml, signature).element)
  },
  XSW3: {
    parts: "assertion",
    wrap: (xml) => {
      const { after, before, element } = cut(xml, assertion)
      return before + forged(without(element, signature)) + element + after
    }
  },
  XSW4: {
    parts: "assertion",
    wrap: (xml) => {
      const { after, before, element } = cut(xml, assertion)
      return before + inside(forged(without(element, signature)), assertion, element) + after
    }
  },
  XSW5: {
    parts: "assertion",
    wrap: (xml) =>
      wrapAssertion(xml, ({ forged: evil, original, signature: own }) => withSignature(evil, own) + original)
  },
  XSW6: {
    parts: "assertion",
    wrap: (xml) =>
      wrapAssertion(xml, ({ forged: evil, original, signature: own }) =>
        withSignature(evil, inside(own, signature, original))
      )
  },
  XSW7: {
    parts: "assertion",
    wrap: (xml) => {
      const { after, before, element } = cut(xml, assertion)
      const evil = forged(without(element, signature))
      return `${before}<samlp:Extensions>${evil}</samlp:Extensions>${element}${after}`
    }
  },
  XSW8: {
    parts: "assertion",
    wrap: (xml) =>
      wrapAssertion(xml, ({ forged: evil, original, signature: own }) =>
        withSignature(evil, inside(own, signature, `<ds:Object>${original}</ds:Object>`))
      )
  }
}
