import { describe, expect, it } from "vitest";
import { ownOperations } from "../../bff/operations/operations.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { operationRoles, roleFor } from "./operation-roles.ts";

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
  it("lets a viewer change only their own data", () => {
    expect(idsOf(acts, "viewer")).toEqual([
      // Its acts have roles of their own.
      "callMcp",
      "changePassword",
      "createView",
      "deleteView",
      "endOtherSignIns",
      "endSignIn",
      "proveIdentity",
      "signOut",
      "updatePreference",
      "updateView",
    ]);
  });

  it("requires a sign-in for everything but the health checks", () => {
    expect(idsOf(() => true, "public")).toEqual(["livez", "readyz"]);
  });

  it("requires the role operator for the content of sessions and for the audit", () => {
    const content = [
      "readFile",
      "downloadDirectoryZip",
      "downloadReplay",
      "downloadProfile",
      "openLiveView",
      "revealCdpAddress",
      "exportEvidence",
    ];
    for (const id of [...content, "listAudit", "exportTimeline", "listDeliveries"])
      expect(roleFor(id), id).toBe("operator");
  });

  it("lets only an admin configure webhooks", () => {
    for (const id of ["createWebhook", "updateWebhook", "deleteWebhook", "rotateWebhookSecret"])
      expect(roleFor(id), id).toBe("admin");
  });

  it("lets only an admin see and change accounts", () => {
    for (const id of ["listAccounts", "createAccount", "updateAccount", "resetAccount"])
      expect(roleFor(id), id).toBe("admin");
  });

  it("throws for an operation that is not listed", () => {
    expect(() => roleFor("createExtension")).toThrow(/roles\.ts/);
  });
});
