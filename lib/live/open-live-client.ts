// The live client of this tab. The transport's code is loaded lazily, after the page has rendered.
import { systemClock } from "../clock.ts";
import { presentClock } from "../present.ts";
import { deferredTransport } from "./deferred-transport.ts";
import { LiveClient } from "./live-client.ts";

const load = () => import("./browser-transport.ts").then((module) => module.connectBrowser);

/** Creates the live client of this tab; it connects on the first subscription. */
export function openLiveClient(): LiveClient {
  return new LiveClient({
    clock: presentClock,
    connect: (events) => deferredTransport({ load, clock: systemClock }, events),
  });
}
