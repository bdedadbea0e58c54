// The line above the list that reports invocations which should have ended.
import "@/tests/support/component/fast-paces";
import { expect, test } from "vitest";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { renderView } from "@/tests/support/component/render-view";
import { problem } from "@/tests/support/component/scripted-bff";
import { StuckInvocations } from "./stuck-invocations.tsx";

function twentyQuickInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (let at = 0; at < 20; at += 1) backend.add({ app_name: "catalogue", action_name: "crawl" });
  return backend;
}

test("an invocation beyond its action's p99 is listed with evidence and can be cancelled; otherwise one line reports none", async () => {
  const backend = twentyQuickInvocations();
  const screen = await renderView(<StuckInvocations />, { at: "/invocations", bff: backend.bff });
  const line = screen.getByRole("region", { name: "Stuck invocations" });
  await expect.element(line).toMatchTextContent(/No invocation is stuck: 0 running/);
  const { id } = backend.add({
    app_name: "catalogue",
    action_name: "crawl",
    status: "running",
    started_at: new Date(Date.now() - 300_000).toISOString(),
  });
  const found = line.getByRole("button", { name: /1 invocation looks stuck/ });
  await found.click();
  expect(screen.address()).toBe("/invocations?stuck=open");
  const row = line.getByRole("listitem").filter({ hasText: "crawl" });
  await expect.element(row).toMatchTextContent(/running 5 m(in)?.*, p99 of 20 invocations is/);
  await expect
    .element(row.getByRole("link", { name: /crawl/ }))
    .toHaveAttribute("href", `/invocations/${id}`);
  expect(await axeViolationsIn(line.element())).toEqual([]);
  await row.getByRole("button", { name: /^Cancel invocation/ }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Cancel invocation" }).click();
  await expect.element(line).toMatchTextContent(/No invocation is stuck/);
  expect(backend.invocations.get(id)?.status).toBe("failed");
});

test("nothing is reported before the baseline was read, nor if it cannot be", async () => {
  const backend = twentyQuickInvocations();
  const started_at = new Date().toISOString();
  backend.add({ app_name: "catalogue", action_name: "crawl", status: "running", started_at });
  const refused = Promise.withResolvers<void>();
  backend.bff.on(invocationOperations.listInvocations, async ({ query }) => {
    if (query.get("status") === "succeeded") {
      await refused.promise;
      return problem(404, "not_found", "There is no such list.");
    }
    return Response.json(backend.matching(query));
  });
  const screen = await renderView(<StuckInvocations />, { at: "/invocations", bff: backend.bff });
  const line = screen.getByRole("region", { name: "Stuck invocations" });
  await expect.element(line).toMatchTextContent("Looking whether an invocation is stuck: 1 running");
  refused.resolve();
  await expect.element(line).toMatchTextContent("No invocation is known to be stuck: 1 running");
  await expect.element(line).toMatchTextContent("the past of 1 action could not be read");
});
