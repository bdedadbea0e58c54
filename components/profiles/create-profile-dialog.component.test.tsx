// Profiles are made and deleted.
import { expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { operations } from "@/lib/contract/operations/operations";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { dependentsOf } from "@/tests/support/component/inventory-fixtures";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff, problem } from "@/tests/support/component/scripted-bff";
import { CreateProfileDialog } from "./create-profile-dialog.tsx";
import { ProfileMenu } from "./profile-menu.tsx";

test("a profile is made; a name that is illegal or taken is reported at its field", async () => {
  sessionStorage.clear();
  const onCreated = vi.fn();
  const bff = emptyBff().on(operations.createProfile, () =>
    problem(409, "conflict", "there is a profile named shop already"),
  );
  await renderView(<CreateProfileDialog onCreated={onCreated} onClose={() => undefined} />, { bff });
  const dialog = page.getByRole("dialog", { name: "Create profile" });
  const create = dialog.getByRole("button", { name: "Create profile" });
  await dialog.getByLabelText(/^Name/).fill("a/b");
  await create.click();
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("Use 1 to 255 characters without");
  await dialog.getByLabelText(/^Name/).fill("shop");
  await create.click();
  await expect
    .element(dialog.getByRole("alert"))
    .toMatchTextContent("There is a profile named shop already.");
  expect(await axeViolationsIn(dialog.element())).toEqual([]);
  bff.one(operations.createProfile, { id: "profile-7", name: "shop 2" });
  await dialog.getByLabelText(/^Name/).fill(" shop 2 ");
  await create.click();
  await expect.poll(() => onCreated.mock.calls).toEqual([["profile-7"]]);
  expect(bff.calls(operations.createProfile).at(-1)?.body).toEqual({ name: "shop 2" });
});

test("deleting a profile says what uses it and what is lost", async () => {
  const onDeleted = vi.fn();
  const bff = emptyBff().on(operations.deleteProfile, () => new Response(null, { status: 204 }));
  await renderView(
    <ProfileMenu
      profile={{ id: "profile-1", name: "shop" }}
      dependents={dependentsOf()}
      onRenamed={() => {}}
      onDeleted={onDeleted}
    />,
    { bff },
  );
  await page.getByRole("button", { name: "Actions for shop" }).click();
  await page.getByRole("menuitem", { name: "Delete…" }).click();
  const asking = page.getByRole("alertdialog");
  await expect
    .element(asking)
    .toMatchTextContent(
      /Used by 0 pools.*saved state, such as cookies, is lost, and browsers that use it save no more/,
    );
  await asking.getByLabelText("Reason").fill("made by mistake");
  await expect
    .element(asking.getByRole("button", { name: "Delete profile" }))
    .toHaveAttribute("aria-disabled", "true");
  await asking.getByLabelText("Type shop to confirm").fill("shop");
  await asking.getByRole("button", { name: "Delete profile" }).click();
  await expect.poll(() => onDeleted.mock.calls.length).toBe(1);
  expect(bff.calls(operations.deleteProfile).map(({ params }) => params)).toEqual([
    { id_or_name: "profile-1" },
  ]);
});
