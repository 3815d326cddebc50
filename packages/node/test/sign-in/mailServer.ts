/** A mail server on this machine, which keeps the messages it receives. */
import type { AddressInfo } from "node:net"
import { SMTPServer, type SMTPServerOptions } from "smtp-server"

const key = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC2L/MZrpKzfxzT
g7zvzZQXo1Pbbi/Mo17hDVBxJxnGOjOYOZ49Fz7c62Vm5f4un4j0IRtn0pdZxr9Z
kfG25dbG7Q5Kr8uXGHx+cfOdkbOL4WKY8CopPlG2zairi5b0LZSCf+MKsFaqhhCk
mnunJTrmYoKFTms8Yf673ocql54U1e9he/GH9xv/VGBuL0S+CIn+yI/GxA+mj0/z
CXSCcqK4ema/Y/GRV+WKrLPSRg9/UQOxsl9rrhqF0FHfPRHk5HCsklPJmXTNxweu
ckIAOPY1hkugHbudC565UplNr8/18nRZ2OJfrSXDmPAD563sSiVXBCgVoLzFTWkB
YyRtTaDBAgMBAAECggEABnM5o9vgoT67lkh4eLP6TYDwj9j9k7zn98dJJQxplvFK
ENZfYhHP3bHuz98OKffneR8v8XPM/HZzIVhvqpZGDZpocl/5cQLCq5ZcteQp62ai
H0CHeZjVe0eaNGKXiFMRyjH9Z4w5MUXYUn+Op6sDhBMSRGZzmPpuMpgNCIbAJ8Qg
3flidfgf/L+62j0F5vAsRrCKtF1V9VkawNXJdRcJ7xF7q8sHJogKh7XmXjiRb262
NL72COVMDBYRtMvaY+TgweiGJV0FsSk/sTpa4bxUXYD0NSpFZXQS3BbXkk343Uaw
9Ueck99EYZyeNdtwyjj6S1juWdsn0B7mM1/ZEA7yzQKBgQDts/urscGZUEa7Be+a
6NrO/OckweXGQRuQaYgF+7e987py4LR8R+/ai7l+bgENMPfTmdm6JnY0XfBFVaxu
zi2Tq7NGsxP1+79F6QtPEhEue7McHKEDLUmjNs90F0L75VESTh1CDtCzVOupEfIp
cvhGROaXRBvlTpZHiBDQ1IxD7QKBgQDENgKjaktAONzeJkF36U5div1C3j9RBD3s
ECmaHxKbDejjJssobu0R8lorCN2jK+F2GqQty613EDk4jCa5dYQQ2xs7VHRxXf6B
T8gyAM5RDbm7BDhx9tYOW9iNizYOmMZt07szXScdS9bdW/jr662OYasSyVqCpHPY
7Wn/+YQdpQKBgGxxn1C+YO+cAxjR5XVL5H9oO9+2IijnjTa+HpN0OmiLqDU+tLi6
bP/MnQzEDPDCtV2xI/bcEzNi4/oN0wQeRgbH35tSmbmwZ5vybPle6b3GK3mYyhBT
+fNfTxfMgP/Ap9LtFkYL0kTuajERAeTNEd2lE3pRVVSxHLh3qAxN28wlAoGAKsF+
N6/s7/S0JHB/qaqcWgP0hkK512SuPaeT+TK2MjWIvx7v/EKXxGZkQaZv7aOdQMgz
aItOpHhTj7/ynE1AVw/30ijoKuAJmpIRFNxaGQ19oIQd7K+WG5DmEon4YJvn+Xy+
+UVeRaMGEjx9dKNpsXIU/kYERB2j5OxvQclUgcUCgYEArh/20FFbDn4WOmX5BtHN
IZPGT2Esz9DztQNtp1Zur7aZDAnn6A9K6vwGR36tlRr99e/p1x/JGL7EqyxP3Vex
TojxBWi9oyy+JMqTg7MsJB10+yNEhoYLpFliHf0GxCthvvyOV0rT/2q4fvUkcIqU
/OQiWOsH/OffdavBpLlpyA8=
-----END PRIVATE KEY-----`

/** The self-signed certificate of the server, also for {@link elsewhere}. It proves nothing. */
export const certificate = `-----BEGIN CERTIFICATE-----
MIIDIDCCAgigAwIBAgIUVmvVPCJgZ7RVb2qArnRFa6BFHdwwDQYJKoZIhvcNAQEL
BQAwFzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMB4XDTI2MTEyMzAzMTUzNFoXDTQ2
MTExODAzMTUzNFowFzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMIIBIjANBgkqhkiG
9w0BAQEFAAOCAQ8AMIIBCgKCAQEAti/zGa6Ss38c04O8782UF6NT224vzKNe4Q1Q
cScZxjozmDmePRc+3OtlZuX+Lp+I9CEbZ9KXWca/WZHxtuXWxu0OSq/Llxh8fnHz
nZGzi+FimPAqKT5Rts2oq4uW9C2Ugn/jCrBWqoYQpJp7pyU65mKChU5rPGH+u96H
KpeeFNXvYXvxh/cb/1Rgbi9EvgiJ/siPxsQPpo9P8wl0gnKiuHpmv2PxkVfliqyz
0kYPf1EDsbJfa64ahdBR3z0R5ORwrJJTyZl0zccHrnJCADj2NYZLoB27nQueuVKZ
Ta/P9fJ0WdjiX60lw5jwA+et7EolVwQoFaC8xU1pAWMkbU2gwQIDAQABo2QwYjAd
BgNVHQ4EFgQUpOhyFppLc6wcp4HJwhKTHDu4vuwwHwYDVR0jBBgwFoAUpOhyFppL
c6wcp4HJwhKTHDu4vuwwDwYDVR0TAQH/BAUwAwEB/zAPBgNVHREECDAGhwQAAAAA
MA0GCSqGSIb3DQEBCwUAA4IBAQAZhvvS3IuDsh4MCUMAxK+HXT6jJonQn/WYzZaJ
f4Fu+peVzXIzcZdQdIu1HKkXQNU2mKn/+WPz6Y5LGt9fAfoj5dfHxKYmcD8eI+S8
vfQ0dJjPqN3POxvD1Sr9i+OaiASLFtnUj/NFvmGg/zg4SiMavT3t2ENusKNgivqH
YCQn6p8xi/zPXM9NXrkLZBMmAnOrwWSup2sVmzN0hU9UCxMQ0Ne71GNE26bQMDEH
1gvmP6O+MxlOsXIAuz3xr9I58pXjO9ViyVedCDCq10zMYC2Sf3wwvAKZhUMKXfPJ
4qbSiFH9AaBRzM4HC7sK0hBbnPO0zgD8IeRtFe/A3WZNAvRJ
-----END CERTIFICATE-----`

/** An address of this machine that is not taken for it, as if it were another one. */
export const elsewhere = "0.0.0.0"

/** A message as the server took it. */
export interface Taken {
  readonly isEncrypted: boolean
  readonly user: string | undefined
  readonly from: string
  readonly to: ReadonlyArray<string>
  readonly text: string
}

/** A mail server that runs. */
export interface MailServer {
  readonly port: number
  readonly taken: ReadonlyArray<Taken>
  /** The passwords that it received. */
  readonly told: ReadonlyArray<string | undefined>
  readonly close: () => Promise<void>
}

/** The account that may send. */
export const account = { user: "docs@example.com", password: "p@ss:word" }

/** Starts a server that requires a password, unless `options` say otherwise. */
export const startMailServer = async (options: SMTPServerOptions = {}): Promise<MailServer> => {
  const taken: Array<Taken> = []
  const told: Array<string | undefined> = []
  const server = new SMTPServer({
    key,
    cert: certificate,
    onAuth: ({ password, username }, _, done) => {
      told.push(password ?? undefined)
      const isRight = username === account.user && password === account.password
      return isRight ? done(null, { user: username }) : done(new Error("wrong password"))
    },
    onData: (stream, { envelope, secure, user }, done) => {
      const chunks: Array<Buffer> = []
      stream.on("data", (chunk: Buffer) => chunks.push(chunk))
      stream.on("end", () => {
        taken.push({
          isEncrypted: secure,
          user: user ?? undefined,
          from: envelope.mailFrom === false ? "" : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString()
        })
        done()
      })
    },
    ...options
  })
  // Errors of clients are the subject of the tests.
  server.on("error", () => {})
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.server.address() as AddressInfo).port,
    taken,
    told,
    close: () => new Promise((resolve) => server.close(resolve))
  }
}
