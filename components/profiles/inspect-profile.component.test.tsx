import { expect, test } from "vitest";
import { bffHeaders } from "@/lib/bff/headers";
import { profileOperations } from "@/lib/contract/operations/profiles";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import { type Call, emptyBff } from "@/tests/support/component/scripted-bff";
import { InspectProfileButton } from "./inspect-profile-button.tsx";

const hourLater = Date.now() / 1000 + 3600;
const state = {
  cookies: [
    { name: "sid", value: "a-s3cret", domain: "127.0.0.1", expires: hourLater },
    { name: "tab", value: "a-s3cret", domain: "127.0.0.1", expires: -1 },
    { name: "cart", value: "a-s3cret", domain: "shop.test", expires: hourLater, secure: true },
  ],
  origins: [{ origin: "https://shop.test", localStorage: [{ name: "k", value: "a-s3cret" }] }],
};

async function begin(answer: (call: Call) => Response) {
  const bff = emptyBff().on(profileOperations.downloadProfile, answer);
  const screen = await renderView(<InspectProfileButton idOrName="id-oak" name="oak" />, { bff });
  await screen.getByRole("button", { name: "Inspect oak" }).click();
  const dialog = screen.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("a look");
  const confirm = dialog.getByRole("button", { name: "Inspect" });
  await confirm.click();
  const counts = screen.getByRole("dialog", { name: "Contents of profile oak" });
  return { bff, dialog, confirm, counts };
}

/** Sends the parts and then waits until aborted. */
const unended = ({ signal }: Call, sizeBytes: number, ...parts: readonly Uint8Array[]) =>
  new Response(
    new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        signal.addEventListener("abort", () => controller.error(signal.reason));
      },
    }),
    { headers: { [bffHeaders.sizeBytes]: String(sizeBytes) } },
  );

test("counts cookies and entries, and shows no value", async () => {
  const { bff, counts } = await begin(() => new Response(JSON.stringify(state)));
  await expect.element(counts).toMatchTextContent("3 cookies of 2 domains");
  const cells = (name: string) => counts.getByRole("row").filter({ hasText: name }).first().getByRole("cell");
  const cellsOf = (name: string) =>
    cells(name)
      .elements()
      .map(({ textContent }) => textContent);
  expect(cellsOf("shop.test")).toEqual(["shop.test", "1", "0", "0", "1"]);
  expect(cellsOf("127.0.0.1")).toEqual(["127.0.0.1", "2", "1", "0", "0"]);
  await counts.getByText("shop.test", { exact: true }).click();
  await expect.element(counts).toMatchTextContent("cart = ••••••");
  expect(document.documentElement.innerHTML).not.toContain("s3cret");
  expect(await axeViolationsIn(counts.element())).toEqual([]);
  const [call] = bff.calls(profileOperations.downloadProfile);
  expect(decodeURIComponent(call?.headers.get(bffHeaders.reason) ?? "")).toBe("Inspect: a look");
});

test("shows a hundred domains at a time", async () => {
  const cookies = Array.from({ length: 250 }, (_, at) => ({
    name: "c",
    value: "v",
    domain: `site-${String(at).padStart(3, "0")}.test`,
  }));
  const { counts } = await begin(() => new Response(JSON.stringify({ cookies })));
  const rows = counts.getByRole("table", { name: "Cookies per domain" }).getByRole("row");
  await expect.poll(() => rows.elements().length).toBe(101);
  await counts.getByRole("button", { name: "Show 100 more" }).click();
  await expect.poll(() => rows.elements().length).toBe(201);
  await counts.getByRole("button", { name: "Show 50 more" }).click();
  await expect.poll(() => rows.elements().length).toBe(251);
});

test("can be stopped during the transfer, keeps nothing then, and can be restarted", async () => {
  let stops = true;
  const { bff, dialog, confirm, counts } = await begin((call) =>
    stops ? unended(call, 120_000_000, new Uint8Array(2_000_000)) : new Response(JSON.stringify(state)),
  );
  await expect.element(dialog.getByRole("status")).toMatchTextContent("2.00 MB of 120 MB received");
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect.element(dialog).toMatchTextContent("Stopped.");
  expect(bff.calls(profileOperations.downloadProfile)[0]?.signal.aborted).toBe(true);
  await expect.element(dialog.getByRole("status")).not.toBeInTheDocument();
  stops = false;
  await confirm.click();
  await expect.element(counts).toBeVisible();
});

test("a state too large to count is aborted at once and reported", async () => {
  const { bff, dialog } = await begin((call) => unended(call, 300_000_000, new Uint8Array(1)));
  await expect.element(dialog).toMatchTextContent("larger than 256 MB, too large to inspect here");
  await expect.element(dialog.getByRole("status")).not.toBeInTheDocument();
  expect(bff.calls(profileOperations.downloadProfile)[0]?.signal.aborted).toBe(true);
});

test("a file that is not a saved state is reported without quoting it", async () => {
  const { dialog } = await begin(() => new Response("PK s3cret"));
  await expect.element(dialog.getByRole("alert")).toMatchTextContent("The file is not valid JSON.");
  expect(document.documentElement.innerHTML).not.toContain("s3cret");
});
