// The table of every method of both published clients: the test file that proves it, or why nothing can.
import { expect } from "vitest";
import { answeredMethods, methodsOf, type publishedClients } from "../support/programs/published-clients.ts";

export type ProvenIn =
  | "browsers"
  | "curl"
  | "deployments"
  | "extensions"
  | "files"
  | "fleet"
  | "input"
  | "invocations"
  | "processes"
  | "replays"
  | "telemetry";

/** A method, or a whole resource with `.*`; the older client lacks some. */
type Row = { provenIn: ProvenIn } | { notProven: string };

const administration = "accounts, keys and credentials are no part of this API";
const directly = "goes to an address of the session's machine (`base_url`), which this service does not have";

export const methods: Readonly<Record<string, Row>> = {
  "invocations.create": { provenIn: "invocations" },
  "invocations.retrieve": { provenIn: "invocations" },
  "invocations.update": { provenIn: "invocations" },
  "invocations.list": { provenIn: "invocations" },
  "invocations.deleteBrowsers": { provenIn: "invocations" },
  "invocations.listBrowsers": { provenIn: "invocations" },
  "invocations.follow": { provenIn: "deployments" },
  "deployments.*": { provenIn: "deployments" },
  "apps.list": { provenIn: "fleet" },

  "browsers.create": { provenIn: "browsers" },
  "browsers.retrieve": { provenIn: "browsers" },
  "browsers.list": { provenIn: "browsers" },
  "browsers.deleteByID": { provenIn: "browsers" },
  "browsers.update": { provenIn: "browsers" },
  "browsers.delete": { provenIn: "browsers" },
  "browsers.loadExtensions": { provenIn: "extensions" },
  "browsers.logs.stream": { provenIn: "browsers" },
  "browsers.fs.*": { provenIn: "files" },
  "browsers.process.*": { provenIn: "processes" },
  "browsers.replays.*": { provenIn: "replays" },
  "browsers.computer.batch": { provenIn: "input" },
  "browsers.computer.captureScreenshot": { provenIn: "input" },
  "browsers.computer.clickMouse": { provenIn: "input" },
  "browsers.computer.dragMouse": { provenIn: "input" },
  "browsers.computer.getMousePosition": { provenIn: "input" },
  "browsers.computer.moveMouse": { provenIn: "input" },
  "browsers.computer.pressKey": { provenIn: "input" },
  "browsers.computer.scroll": { provenIn: "input" },
  "browsers.computer.setCursorVisibility": { provenIn: "input" },
  "browsers.computer.typeText": { provenIn: "input" },
  "browsers.computer.readClipboard": { provenIn: "input" },
  "browsers.computer.writeClipboard": { provenIn: "input" },
  "browsers.playwright.*": { provenIn: "input" },
  "browsers.telemetry.*": { provenIn: "telemetry" },
  "browsers.curl": { provenIn: "curl" },
  "browsers.fetch": { notProven: directly },

  "proxies.create": { provenIn: "fleet" },
  "proxies.retrieve": { provenIn: "fleet" },
  "proxies.update": { provenIn: "fleet" },
  "proxies.list": { provenIn: "fleet" },
  "proxies.delete": { provenIn: "fleet" },
  "proxies.check": { provenIn: "fleet" },
  "profiles.create": { provenIn: "fleet" },
  "profiles.retrieve": { provenIn: "fleet" },
  "profiles.update": { provenIn: "fleet" },
  "profiles.list": { provenIn: "fleet" },
  "profiles.delete": { provenIn: "fleet" },
  "profiles.download": { provenIn: "fleet" },
  "browserPools.*": { provenIn: "fleet" },
  "extensions.upload": { provenIn: "extensions" },
  "extensions.list": { provenIn: "extensions" },
  "extensions.get": { provenIn: "extensions" },
  "extensions.download": { provenIn: "extensions" },
  "extensions.downloadFromChromeStore": { notProven: "needs a way to the internet; its refusals are tested" },
  "extensions.delete": { provenIn: "extensions" },

  "auth.*": { notProven: administration },
  "credentials.*": { notProven: administration },
  "credentialProviders.*": { notProven: administration },
  "projects.*": { notProven: administration },
  "organization.*": { notProven: administration },
  "auditLogs.*": { notProven: administration },
  "apiKeys.*": { notProven: administration },
};

/** The rows of the table that a method falls under. */
export const rowsOf = (method: string) =>
  Object.entries(methods).filter(([name]) =>
    name.endsWith(".*") ? method.startsWith(name.slice(0, -1)) : name === method,
  );

/** Fails for a method of this client that the table puts into this test file and that did not answer there. */
export function expectCovered(provenIn: ProvenIn, sdk: (typeof publishedClients)[number]): void {
  const due = methodsOf(sdk).filter((method) =>
    rowsOf(method).some(([, row]) => "provenIn" in row && row.provenIn === provenIn),
  );
  expect(due.length).toBeGreaterThan(0);
  const answered = answeredMethods(sdk.version);
  expect(due.filter((method) => !answered.has(method))).toEqual([]);
}
