// A service of its own process, to be killed or told to end: prints its address, ends with its parent.
import { findChromium } from "../../service/chromium/find.ts";
import { systemClock } from "../../service/domain/clock.ts";
import { pacesAt } from "../../service/paces.ts";
import { startService } from "../../service/service.ts";

const [, , dataDir = "", token = ""] = process.argv;
const service = await startService({
  host: "127.0.0.1",
  port: 0,
  tokens: [{ token, scope: "all" }],
  dataDir,
  chromiumPath: findChromium(process.env.CHROMIUM_PATH),
  maxBrowsers: 2,
  traffic: false,
  samples: false,
  clock: systemClock,
  paces: pacesAt(10),
  report: console.error,
});
process.once("SIGTERM", () => void service.close().then(() => process.exit(0)));
process.once("disconnect", () => process.exit(1));
process.send?.(service.url);
