// The live client of this tab. The code that speaks with the server comes after the page has been drawn.
import { browserClock } from "./clock.ts";
import { lateTransport } from "./late-transport.ts";
import { LiveClient } from "./live-client.ts";

const load = () => import("./browser-transport.ts").then((module) => module.connectBrowser);

/** The one live client of this tab. Nothing is opened before the first subscription. */
export function openLiveClient(): LiveClient {
  return new LiveClient({
    clock: browserClock,
    connect: (events) => lateTransport({ load, clock: browserClock }, events),
  });
}
