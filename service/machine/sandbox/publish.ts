// Listens in the network namespace it is started in, and hands the open sockets to the service: it accepts connections
// from a namespace in which it is not itself. Arguments: ports on loopback.
import { once } from "node:events";
import { createServer } from "node:net";

for (const port of process.argv.slice(2)) {
  const server = createServer();
  server.listen(Number(port), "127.0.0.1");
  await once(server, "listening");
  await new Promise<void>((resolve, reject) => {
    process.send?.({ port: Number(port) }, server, {}, (error) => (error ? reject(error) : resolve()));
  });
}
process.disconnect?.();
process.exit(0);
