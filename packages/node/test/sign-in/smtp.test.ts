/** Mail to a real mail server: never without encryption where it leaves this machine, and to nobody but the server meant. */
import * as Smtp from "@lectern/node/sign-in/Smtp"
import { Effect, Either, Redacted } from "effect"
import type { SMTPServerOptions } from "smtp-server"
import { afterEach, describe, expect, it } from "vitest"
import { account, certificate, elsewhere, type MailServer, startMailServer } from "./mailServer.js"

const running: Array<MailServer> = []
afterEach(() => Promise.all(running.splice(0).map(({ close }) => close())))

const start = async (options?: SMTPServerOptions) => {
  const server = await startMailServer(options)
  running.push(server)
  return server
}

const own = { ca: certificate, from: "Docs <docs@example.com>" }
const login = `${encodeURIComponent(account.user)}:${encodeURIComponent(account.password)}@`
const message = {
  to: "ada@example.org",
  subject: "Wähle ein Passwort",
  text: "https://docs.example/login/link/x\n.\n\nAda"
}

const send = (address: string, options: Partial<Smtp.SmtpOptions> = {}) => {
  const { send } = Smtp.make({ ...own, ...options, url: Redacted.make(address) })
  return Effect.runPromise(Effect.either(send(message)))
}

describe("mail", () => {
  it("is sent with STARTTLS and the password of the account", async () => {
    const { port, taken } = await start()
    expect(Either.isRight(await send(`smtp://${login}${elsewhere}:${port}`))).toBe(true)
    expect(taken).toEqual([
      {
        isEncrypted: true,
        user: account.user,
        from: "docs@example.com",
        to: [message.to],
        text: expect.stringMatching(
          /^From: Docs <docs@example\.com>\r\nTo: ada@example\.org\r\nSubject: =\?UTF-8\?.*login\/link\/x\r\n\.\r\n\r\nAda/s
        )
      }
    ])
  })

  it("is sent over TLS from the first byte", async () => {
    const { port, taken } = await start({ secure: true })
    expect(Either.isRight(await send(`smtps://${login}${elsewhere}:${port}`))).toBe(true)
    expect(taken.map(({ isEncrypted, user }) => [isEncrypted, user])).toEqual([[true, account.user]])
  })

  it("is sent to a server on this machine that offers neither", async () => {
    const { port, taken } = await start({ authOptional: true, disabledCommands: ["STARTTLS", "AUTH"] })
    expect(Either.isRight(await send(`smtp://127.0.0.1:${port}`))).toBe(true)
    expect(taken.map(({ isEncrypted }) => isEncrypted)).toEqual([false])
  })

  it.each<[what: string, server: SMTPServerOptions, options: Partial<Smtp.SmtpOptions>, login: string, told: number]>([
    ["does not offer STARTTLS", { disabledCommands: ["STARTTLS"], allowInsecureAuth: true }, {}, login, 0],
    ["has a certificate of somebody else", {}, { ca: undefined }, login, 0],
    ["knows another password", {}, {}, "docs%40example.com:wrong@", 1],
    ["asks for a password that is not set", {}, {}, "", 0],
    [
      "does not take the message",
      { onData: (stream, _, done) => stream.resume().on("end", () => done(new Error("full"))) },
      {},
      login,
      1
    ]
  ])(
    "is not sent where the server %s, and the password is told to nobody else",
    async (_, options, more, user, told) => {
      const server = await start(options)
      const sent = await send(`smtp://${user}${elsewhere}:${server.port}`, more)
      expect(Either.match(sent, { onLeft: ({ _tag, message }) => [_tag, message], onRight: () => "sent" })).toEqual([
        "Unavailable",
        "the mail server did not accept the message"
      ])
      expect([server.taken, server.told.length]).toEqual([[], told])
    }
  )
})
