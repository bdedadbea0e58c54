// The house of invocations as a program of its own, to be killed: prints its address, ends with its parent.
import { openHouse } from "./invocations-house.ts";

const house = await openHouse({ dataDir: String(process.argv[2]), maxRunning: 2 });
process.once("disconnect", () => process.exit(0));
process.send?.(house.serviceUrl);
