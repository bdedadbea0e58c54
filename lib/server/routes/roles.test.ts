import { describe, expect, it } from "vitest";
import { ownOperations } from "../../bff/operations.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations.ts";
import { operationRoles, roleFor } from "./roles.ts";

const byId = new Map<string, Operation>(Object.entries({ ...operations, ...ownOperations }));
const idsOf = (is: (operation: Operation) => boolean, role: string) =>
  Object.entries(operationRoles)
    .filter(([id, held]) => {
      const operation = byId.get(id);
      return operation !== undefined && held === role && is(operation);
    })
    .map(([id]) => id)
    .sort();
const acts = ({ method }: Operation) => method !== "GET";

describe("the table of roles", () => {
  it("lets a viewer change nothing but what is their own", () => {
    expect(idsOf(acts, "viewer")).toEqual([
      "createView",
      "deleteView",
      "signOut",
      "updatePreference",
      "updateView",
    ]);
  });

  it("asks nobody who only wants to know whether the program lives", () => {
    expect(idsOf(() => true, "public")).toEqual(["livez", "readyz"]);
  });

  it("gives what a session holds, and who did what, to operators only", () => {
    const held = ["readFile", "downloadDirectoryZip", "downloadReplay", "downloadProfile", "openLiveView"];
    for (const id of [...held, "listAudit", "exportTimeline", "listDeliveries"])
      expect(roleFor(id), id).toBe("operator");
  });

  it("lets an admin alone say where alerts are sent", () => {
    for (const id of ["createWebhook", "updateWebhook", "deleteWebhook", "rotateWebhookSecret"])
      expect(roleFor(id), id).toBe("admin");
  });

  it("has no role for an operation that nobody named", () => {
    expect(() => roleFor("createPool")).toThrow(/roles\.ts/);
  });
});
