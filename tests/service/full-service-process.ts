// The service as a program of its own, to be killed: runs two invocations at once, sends its address, ends with its parent.
import { startFullService } from "../support/service/full-service.ts";

const service = await startFullService({ dataDir: String(process.argv[2]) });
process.once("disconnect", () => process.exit(0));
process.send?.({ url: service.url, token: service.bearer });
