import { hostNameOf } from "@lectern/http/internal/foundation/dispatcher/HostName"
import { expect, it } from "vitest"

it.each([
  ["/a", "docs.example.com", "docs.example.com"],
  ["/a", "Docs.Example.com:8443", "docs.example.com"],
  ["/a", "docs.example.com.", "docs.example.com"],
  ["/a", "docs.example.com.:80", "docs.example.com"],
  ["http://docs.example.com/a", "other.example.com", "docs.example.com"],
  ["HTTPS://user@docs.example.com:1?a", undefined, "docs.example.com"],
  ["/http://other.example.com/", "docs.example.com", "docs.example.com"],
  ["/a", "[::1]:4000", "[::1]"],
  ["/a", undefined, ""]
])("the host of %s with the header %s is %s", (url, host, expected) => {
  expect(hostNameOf({ url, header: (name) => (name === "host" ? host : "proxy.example.com") })).toBe(expected)
})
