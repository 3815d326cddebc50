/** json-server on a file, for requests with a bearer token: `node serve.mjs FILE PORT TOKEN`. */
import jsonServer from "json-server"

const [file, port, token] = process.argv.slice(2)
const server = jsonServer.create()
server.use((request, response, next) => {
  if (request.headers.authorization === `Bearer ${token}`) next()
  else response.sendStatus(401)
})
server.use(jsonServer.defaults({ logger: false }))
server.use(jsonServer.router(file))
server.listen(Number(port), "127.0.0.1")
