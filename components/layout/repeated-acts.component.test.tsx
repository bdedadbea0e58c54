import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { bffHeaders } from "@/lib/bff/headers";
import { poolOperations } from "@/lib/contract/operations/pools";
import { bff } from "@/lib/queries/bff";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedBff } from "@/tests/support/component/scripted-bff";
import { RepeatedActs } from "./repeated-acts.tsx";

test("an act that is answered with the answer of an earlier request is said not to be done again", async () => {
  const params = { id_or_name: "blue" };
  const scripted = new ScriptedBff().on(
    poolOperations.flushPool,
    () => new Response(null, { status: 204, headers: { [bffHeaders.replayed]: "true" } }),
  );
  await renderView(
    <>
      <RepeatedActs />
      <Button onClick={() => void bff.act(poolOperations.flushPool, { params })}>Flush</Button>
    </>,
    { bff: scripted },
  );
  await page.getByRole("button", { name: "Flush" }).click();
  await expect.element(page.getByText("Not done again")).toBeVisible();
});
