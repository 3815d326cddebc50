/**
 * The script for passkeys, the only script of these pages. Its elements are hidden until it has detected that the
 * browser supports them.
 */
export const script = `"use strict"
for (const box of document.querySelectorAll("[data-passkey]")) {
  const { options, result, token, passkey, next } = box.dataset
  const making = passkey === "create"
  const parse = making ? "parseCreationOptionsFromJSON" : "parseRequestOptionsFromJSON"
  if (!window.PublicKeyCredential || !PublicKeyCredential[parse]) continue
  const problem = box.querySelector("[role=alert]")
  const post = async (url, body) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", "x-lectern-form": token },
      body: JSON.stringify(body)
    })
    const answer = await response.json()
    if (!response.ok) throw new Error(answer.error.message)
    return answer
  }
  box.hidden = false
  const run = async (event) => {
    event.preventDefault()
    problem.textContent = ""
    try {
      const publicKey = PublicKeyCredential[parse](await post(options, {}))
      const credential = await (making ? navigator.credentials.create({ publicKey }) : navigator.credentials.get({ publicKey }))
      const label = box.querySelector("[name=label]")?.value
      const { location } = await post(result, { response: credential.toJSON(), next, label })
      window.location.assign(location)
    } catch (error) {
      problem.textContent = error.name === "NotAllowedError" ? "The browser ended this before it was done." : error.message
    }
  }
  const form = box.querySelector("form")
  if (form) form.addEventListener("submit", run)
  else box.querySelector("button").addEventListener("click", run)
}
`
