// The table of every method of both published clients: the test file that proves it, or why nothing can.
import { expect } from "vitest";
import { answeredMethods, methodsOf, type publishedClients } from "../support/published-clients.ts";

export type ProvenIn = "browsers" | "fleet" | "invocations";

/** A method, or a whole resource with `.*`; the older client lacks some. */
type Row = { provenIn: ProvenIn } | { notServed: string };

const administration = "accounts, keys and credentials are no part of this API";
const otherMachine =
  "drives the mouse, keyboard or telemetry of a cloud machine; a client here uses DevTools";

export const methods: Readonly<Record<string, Row>> = {
  "invocations.create": { provenIn: "invocations" },
  "invocations.retrieve": { provenIn: "invocations" },
  "invocations.update": { provenIn: "invocations" },
  "invocations.list": { provenIn: "invocations" },
  "invocations.deleteBrowsers": { provenIn: "invocations" },
  "invocations.listBrowsers": { provenIn: "invocations" },
  "invocations.follow": { notServed: "later" },
  "deployments.*": { notServed: "later" },
  "apps.list": { provenIn: "fleet" },

  "browsers.create": { provenIn: "browsers" },
  "browsers.retrieve": { provenIn: "browsers" },
  "browsers.list": { provenIn: "browsers" },
  "browsers.deleteByID": { provenIn: "browsers" },
  "browsers.update": { notServed: "later" },
  "browsers.delete": { notServed: "later" },
  "browsers.loadExtensions": { notServed: "later" },
  "browsers.logs.stream": { provenIn: "browsers" },
  "browsers.fs.move": { provenIn: "browsers" },
  "browsers.fs.createDirectory": { notServed: "later" },
  "browsers.fs.deleteDirectory": { notServed: "later" },
  "browsers.fs.deleteFile": { notServed: "later" },
  "browsers.fs.downloadDirZip": { notServed: "later" },
  "browsers.fs.fileInfo": { notServed: "later" },
  "browsers.fs.listFiles": { notServed: "later" },
  "browsers.fs.readFile": { notServed: "later" },
  "browsers.fs.setFilePermissions": { notServed: "later" },
  "browsers.fs.upload": { notServed: "later" },
  "browsers.fs.uploadZip": { notServed: "later" },
  "browsers.fs.writeFile": { notServed: "later" },
  "browsers.fs.watch.*": { notServed: "later" },
  "browsers.process.*": { notServed: "later" },
  "browsers.replays.*": { notServed: "later" },
  "browsers.computer.*": { notServed: otherMachine },
  "browsers.playwright.*": { notServed: otherMachine },
  "browsers.telemetry.*": { notServed: otherMachine },
  "browsers.curl": { notServed: otherMachine },
  "browsers.fetch": { notServed: otherMachine },

  "proxies.create": { provenIn: "fleet" },
  "proxies.retrieve": { provenIn: "fleet" },
  "proxies.update": { notServed: "later" },
  "proxies.list": { provenIn: "fleet" },
  "proxies.delete": { provenIn: "fleet" },
  "proxies.check": { provenIn: "fleet" },
  "profiles.create": { provenIn: "fleet" },
  "profiles.retrieve": { provenIn: "fleet" },
  "profiles.update": { notServed: "later" },
  "profiles.list": { provenIn: "fleet" },
  "profiles.delete": { provenIn: "fleet" },
  "profiles.download": { provenIn: "fleet" },
  "browserPools.*": { provenIn: "fleet" },
  "extensions.*": { notServed: "later" },

  "auth.*": { notServed: administration },
  "credentials.*": { notServed: administration },
  "credentialProviders.*": { notServed: administration },
  "projects.*": { notServed: administration },
  "organization.*": { notServed: administration },
  "auditLogs.*": { notServed: administration },
  "apiKeys.*": { notServed: administration },
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
