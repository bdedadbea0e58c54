// A service of its own process with one session, for tests that kill it. Says the session's id.
import { startBrowserService } from "./browser-service.ts";

const [, , dataDir = ""] = process.argv;
const service = await startBrowserService({ dataDir });
const { session_id } = await service.create();
process.send?.(session_id);
