// The line above the runs that names those that should be over by now.
import "@/tests/support/component/fast-paces";
import { expect, test } from "vitest";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { faultsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { RunWorld } from "@/tests/support/component/run-world";
import { problem } from "@/tests/support/component/scripted-bff";
import { StuckRuns } from "./stuck-runs.tsx";

function twentyQuickRuns(): RunWorld {
  const world = new RunWorld();
  for (let at = 0; at < 20; at += 1) world.add({ app_name: "catalogue", action_name: "crawl" });
  return world;
}

test("a run past its action's p99 is named with its evidence and can be ended; else one line says none is", async () => {
  const world = twentyQuickRuns();
  const screen = await renderView(<StuckRuns />, { at: "/invocations", bff: world.bff });
  const line = screen.getByRole("region", { name: "Stuck runs" });
  await expect.element(line).toMatchTextContent(/No run is stuck: 0 running/);
  const { id } = world.add({
    app_name: "catalogue",
    action_name: "crawl",
    status: "running",
    started_at: new Date(Date.now() - 300_000).toISOString(),
  });
  const found = line.getByRole("button", { name: /1 run looks stuck/ });
  await found.click();
  expect(screen.address()).toBe("/invocations?stuck=open");
  const row = line.getByRole("listitem").filter({ hasText: "crawl" });
  await expect.element(row).toMatchTextContent(/running 5 m(in)?.*, p99 of 20 runs is/);
  await expect
    .element(row.getByRole("link", { name: /crawl/ }))
    .toHaveAttribute("href", `/invocations/${id}`);
  expect(await faultsIn(line.element())).toEqual([]);
  await row.getByRole("button", { name: /^Cancel run/ }).click();
  await screen.getByRole("alertdialog").getByRole("button", { name: "Cancel run" }).click();
  await expect.element(line).toMatchTextContent(/No run is stuck/);
  expect(world.runs.get(id)?.status).toBe("failed");
});

test("nothing is claimed before what is usual was read, nor where it cannot be", async () => {
  const world = twentyQuickRuns();
  const started_at = new Date().toISOString();
  world.add({ app_name: "catalogue", action_name: "crawl", status: "running", started_at });
  const refused = Promise.withResolvers<void>();
  world.bff.on(invocationOperations.listInvocations, async ({ query }) => {
    if (query.get("status") === "succeeded") {
      await refused.promise;
      return problem(404, "not_found", "There is no such list.");
    }
    return Response.json(world.matching(query));
  });
  const screen = await renderView(<StuckRuns />, { at: "/invocations", bff: world.bff });
  const line = screen.getByRole("region", { name: "Stuck runs" });
  await expect.element(line).toMatchTextContent("Looking whether a run is stuck: 1 running");
  refused.resolve();
  await expect.element(line).toMatchTextContent("No run is known to be stuck: 1 running");
  await expect.element(line).toMatchTextContent("the past of 1 action could not be read");
});
