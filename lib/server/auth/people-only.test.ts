import { expect, it } from "vitest";
import { operationRoles } from "./operation-roles.ts";
import { isForPeople } from "./people-only.ts";

it("API tokens manage neither accounts nor tokens", () => {
  const managing =
    /user|operator|account|apitoken|sign(in|out|ins)|password|proof|oidc|identit|passkey|recovery|preference|view$/i;
  const ids = Object.keys(operationRoles).filter(
    (id) => managing.test(id) && !/^(list|retrieve|open)\w*View/.test(id),
  );
  expect(ids).toContain("createApiToken");
  for (const id of ids)
    if (!["listViews", "openLiveView", "showLiveView"].includes(id))
      expect(isForPeople(id), `${id}: add it to people-only.ts, or exempt it here`).toBe(true);
});
