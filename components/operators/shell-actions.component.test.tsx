// Acts that the command palette offers on every page.
import { expect, test, vi } from "vitest";
import { useOfferedActions } from "@/components/layout/palette-actions";
import { ProxyCheckButton } from "@/components/proxies/proxy-check-button";
import { operations } from "@/lib/contract/operations/operations";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { ShellActions } from "./shell-actions.tsx";

const down = { id: "px-1", name: "chicago", type: "isp", status: "unavailable" } as const;

const shell = { role: "operator", onSignOut: vi.fn() } as const;

/** Performs the checks of the palette on the proxy. */
function CheckOffered() {
  return useOfferedActions()
    .filter(({ id }) => id === "check-proxy")
    .map(({ id, label, run }) => (
      <button key={id} type="button" onClick={() => run(down.id)}>
        {label}
      </button>
    ));
}

test("a check reports an unavailable proxy as such, and is not made twice at the same time", async () => {
  const answered = Promise.withResolvers<void>();
  const bff = emptyBff().one(operations.checkProxy, async () => {
    await answered.promise;
    return down;
  });
  const screen = await renderView(
    <>
      <ShellActions {...shell} />
      <CheckOffered />
      <ProxyCheckButton id={down.id} name={down.name} />
    </>,
    { bff },
  );
  await screen.getByRole("button", { name: "Check chicago" }).click();
  await expect.poll(() => bff.calls(operations.checkProxy)).toHaveLength(1);
  await screen.getByRole("button", { name: "Check proxy", exact: true }).click();
  answered.resolve();
  await expect.element(screen.getByText("chicago is unavailable")).toBeVisible();
  expect(bff.calls(operations.checkProxy)).toHaveLength(1);
  await screen.getByRole("button", { name: "Check proxy", exact: true }).click();
  await expect.poll(() => bff.calls(operations.checkProxy)).toHaveLength(2);
});
