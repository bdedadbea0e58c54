import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import { pingMs, pingViewer } from "./ping-viewer.ts";

class Viewer extends EventEmitter {
  pings = 0;
  isEnded = false;
  ping() {
    this.pings += 1;
  }
  terminate() {
    this.isEnded = true;
    this.emit("close");
  }
}

const viewed = () => {
  const [clock, viewer] = [new ManualClock(), new Viewer()];
  pingViewer(viewer, clock);
  return { clock, viewer };
};

it("pings a viewer that answers for as long as it is connected", () => {
  const { clock, viewer } = viewed();
  for (let round = 1; round <= 5; round += 1) {
    clock.advance(pingMs);
    expect(viewer.pings).toBe(round);
    viewer.emit("pong");
  }
  expect(viewer.isEnded).toBe(false);
  viewer.emit("close");
  clock.advance(10 * pingMs);
  expect(viewer.pings).toBe(5);
});

it("disconnects a viewer that does not answer", () => {
  const { clock, viewer } = viewed();
  clock.advance(pingMs);
  clock.advance(pingMs - 1);
  expect(viewer.isEnded).toBe(false);
  clock.advance(1);
  expect(viewer.isEnded).toBe(true);
});
