// The line above the list that reports invocations which should have ended.
import { expect, test } from "vitest";
import { invocationHistoryOperations } from "@/lib/bff/operations/invocation-history";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { InvocationBackend } from "@/tests/support/component/invocation-backend";
import { renderView } from "@/tests/support/component/render-view";
import { StuckDetails, StuckLine } from "./stuck-invocations.tsx";

const both = (
  <>
    <StuckLine />
    <StuckDetails />
  </>
);

function twentyQuickInvocations(): InvocationBackend {
  const backend = new InvocationBackend();
  for (let at = 0; at < 20; at += 1) backend.add({ app_name: "catalogue", action_name: "crawl" });
  return backend;
}

test("an invocation beyond what is usual for its action is listed with evidence and can be cancelled; otherwise one line reports none", async () => {
  const backend = twentyQuickInvocations();
  const screen = await renderView(both, { at: "/invocations", bff: backend.bff });
  const line = screen.getByRole("region", { name: "Stuck invocations" });
  await expect.element(line).toMatchTextContent("No stuck invocations · 0 running · 0 queued");
  const { id } = backend.add({
    app_name: "catalogue",
    action_name: "crawl",
    status: "running",
    started_at: new Date(Date.now() - 300_000).toISOString(),
  });
  const found = line.getByRole("button", { name: /1 invocation looks stuck/ });
  // Amber, as on the overview.
  await expect.element(found).toHaveClass("!text-warn");
  await found.click();
  expect(screen.address()).toBe("/invocations?stuck=open");
  const row = screen
    .getByRole("list", { name: "Stuck invocations" })
    .getByRole("listitem")
    .filter({ hasText: "crawl" });
  await expect
    .element(row)
    .toMatchTextContent(/running 5 m(in)?.*, 99 % of 20 successful invocations took less than 1\.0 s/);
  await expect
    .element(row.getByRole("link", { name: /crawl/ }))
    .toHaveAttribute("href", `/invocations/${id}`);
  expect(await axeViolationsIn(screen.container)).toEqual([]);
  await row.getByRole("button", { name: /^Cancel invocation/ }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Cancel invocation" }).click();
  await expect.element(line).toMatchTextContent(/No stuck invocations/);
  expect(backend.invocations.get(id)?.status).toBe("failed");
});

test("none is reported only where all were examined, and a failed read is no result", async () => {
  const backend = twentyQuickInvocations();
  backend.bff.one(invocationHistoryOperations.listStuckInvocations, () => ({
    ...backend.stuck(),
    complete: false,
  }));
  const screen = await renderView(both, { at: "/invocations", bff: backend.bff });
  const line = screen.getByRole("region", { name: "Stuck invocations" });
  await expect.element(line).toMatchTextContent("No stuck invocations found so far");
  backend.bff.fail(invocationHistoryOperations.listStuckInvocations, 503, "store_unavailable", "No answer.");
  await expect.element(line).toMatchTextContent("Not up to date");
  await screen.reload();
  await expect.element(screen.getByRole("alert")).toMatchTextContent("Stuck invocations could not be loaded");
});
