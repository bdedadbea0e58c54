// Deploying an archive: which fields it has, what is sent and shown until the version runs.
import { expect, test } from "vitest";
import type { DeploymentProgress } from "@/lib/bff/deployment-events";
import { deploymentProgressOperations } from "@/lib/bff/operations/deployments";
import { sessionOperations } from "@/lib/bff/operations/session";
import { deploymentOperations } from "@/lib/contract/operations/deployments";
import { recordAnnouncements } from "@/tests/support/component/announcements";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { type RenderOptions, renderView } from "@/tests/support/component/render-view";
import { emptyBff, type ScriptedBff } from "@/tests/support/component/scripted-bff";
import { ScriptedUpload } from "@/tests/support/component/scripted-upload";
import { DeployButton } from "./deploy-button.tsx";

const { followDeploymentProgress } = deploymentProgressOperations;
const at = "2026-01-01T00:00:00Z";

const connectionWith = (bff: ScriptedBff, capabilities: Record<string, "present" | "absent">) =>
  bff.one(sessionOperations.retrieveConnection, {
    base_url: "https://fleet.example/api",
    token_fingerprint: "0123456789ab",
    upstream: { state: "answering" },
    capabilities,
  });

/** Answers the stream of a deployment with these events. */
const events = (bff: ScriptedBff, ...all: readonly DeploymentProgress[]) =>
  bff.on(
    followDeploymentProgress,
    () =>
      new Response(all.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(""), {
        headers: { "content-type": "text/event-stream" },
      }),
  );

async function open(options: RenderOptions = {}) {
  const bff = options.bff ?? connectionWith(emptyBff(), {});
  ScriptedUpload.install();
  const screen = await renderView(<DeployButton />, { at: "/invocations", ...options, bff });
  const button = screen.getByRole("button", { name: "Deploy…" });
  const dialog = screen.getByRole("dialog", { name: "Deploy" });
  return {
    ...screen,
    button,
    dialog,
    submit: dialog.getByRole("button", { name: /^(Working )?Deploy$/ }),
    async begin() {
      await button.click();
      await expect.element(dialog).toBeVisible();
    },
    choose(file: File) {
      const input = dialog.getByLabelText(/^Choose a|^Archive or module/).element();
      if (!(input instanceof HTMLInputElement)) throw new Error("there is no input for a file");
      const files = new DataTransfer();
      files.items.add(file);
      input.files = files.files;
      input.dispatchEvent(new Event("change", { bubbles: true }));
    },
  };
}

const archive = new File(["PK\u0003\u0004 content"], "my shop.zip", { type: "application/zip" });

test("a zip is deployed with its settings, its log is followed, and the new actions can be invoked", async () => {
  const page = await open();
  events(
    page.bff,
    { status: "in_progress", reason: "", at },
    { line: "found 1 application", at },
    { app: "shop", version: "v 2", actions: ["search", "check out"] },
    { status: "running", reason: "", at },
  );
  await page.begin();
  expect(await axeViolationsIn(page.dialog.element())).toEqual([]);
  page.choose(archive);
  await expect.element(page.dialog.getByText("my shop.zip")).toBeVisible();
  await page.dialog.getByLabelText(/^Version/).fill("v 2");
  await page.dialog.getByText("Replace this version if it exists").click();
  await page.dialog.getByLabelText(/^Environment variables/).fill("KEY=a=b\nOTHER=");
  await page.dialog.getByRole("button", { name: "More settings" }).click();
  await page.dialog.getByLabelText(/^Entrypoint/).fill("src/app.ts");
  await page.submit.click();
  const upload = await ScriptedUpload.next();
  await expect.element(page.dialog.getByText("Uploading: 10 B of 40 B")).toBeVisible();
  const sent = [...(upload.sent?.entries() ?? [])].map(([name, value]) => [
    name,
    value instanceof File ? value.name : value,
  ]);
  expect(sent).toEqual([
    ["version", "v 2"],
    ["entrypoint_rel_path", "src/app.ts"],
    ["force", "true"],
    ["env_vars[KEY]", "a=b"],
    ["env_vars[OTHER]", ""],
    ["file", "my_shop.zip"],
  ]);
  upload.answer(201, { id: "d1", status: "queued" });
  await expect.element(page.dialog.getByText("Deployed.", { exact: true })).toBeVisible();
  await expect
    .element(page.dialog.getByRole("region", { name: "Log" }))
    .toMatchTextContent("found 1 application");
  await expect
    .element(page.dialog.getByRole("link", { name: "Invoke check out" }))
    .toHaveAttribute("href", "/invocations/new?app_name=shop&version=v+2&action_name=check+out");
  await expect
    .element(page.dialog.getByRole("link", { name: "shop v 2" }))
    .toHaveAttribute("href", "/invocations?app_name=shop&version=v+2");
  expect(page.bff.calls(followDeploymentProgress)[0]?.params).toEqual({ id: "d1" });
  expect(await axeViolationsIn(page.dialog.element())).toEqual([]);
});

test("where other tabs have three outputs open, its log waits, and opens by itself when one is closed", async () => {
  const closed: (() => void)[] = [];
  for (const place of [1, 2, 3]) {
    await new Promise<void>((opened) => {
      void navigator.locks.request(`fleetdeck.output.${place}`, () => {
        opened();
        return new Promise<void>((resolve) => closed.push(resolve));
      });
    });
  }
  const page = await open();
  events(page.bff, { line: "found 1 application", at }, { status: "running", reason: "", at });
  await page.begin();
  page.choose(archive);
  await page.submit.click();
  (await ScriptedUpload.next()).answer(201, { id: "d1", status: "queued" });
  await expect
    .element(page.dialog.getByRole("status").first())
    .toMatchTextContent(
      "Started. Three outputs are open in other tabs: the log and the end are shown when one of them is closed.",
    );
  expect(page.bff.calls(followDeploymentProgress)).toEqual([]);
  for (const close of closed) close();
  await expect.element(page.dialog.getByText("Deployed.", { exact: true })).toBeVisible();
});

test("an upload is announced at each quarter, and when it has been sent", async () => {
  const page = await open();
  await page.begin();
  page.choose(archive);
  await expect.element(page.dialog.getByText("my shop.zip")).toBeVisible();
  const announced = recordAnnouncements();
  await page.submit.click();
  const upload = await ScriptedUpload.next();
  for (const loaded of [15, 19, 20, 25, 31, 39]) {
    upload.upload.onprogress?.({ loaded, total: 40 });
    await expect.element(page.dialog).toMatchTextContent(`Uploading: ${loaded} B of 40 B`);
  }
  upload.upload.onprogress?.({ loaded: 40, total: 40 });
  await expect.element(page.dialog.getByText("Uploaded. The API is reading it.")).toBeVisible();
  expect(announced).toEqual([
    ...[10, 20, 31].map((loaded) => `Uploading: ${loaded} B of 40 B`),
    "Uploaded. The API is reading it.",
  ]);
});

test("faults are named at their fields before anything is sent, and variables are never stored", async () => {
  const page = await open();
  await page.begin();
  await page.dialog.getByLabelText(/^Version/).fill("v1");
  await page.dialog.getByLabelText(/^Environment variables/).fill("A_SECRET=of the fleet\n1B=x");
  await page.submit.click();
  await expect.element(page.dialog.getByText("Choose a zip file or a module.")).toBeVisible();
  await expect.element(page.dialog.getByText(/^Line 2: A name has letters/)).toBeVisible();
  page.choose(archive);
  await expect.element(page.dialog.getByText("Choose a zip file or a module.")).not.toBeInTheDocument();
  const stored = JSON.stringify({ ...sessionStorage });
  expect(stored).toContain("v1");
  expect(stored).not.toContain("of the fleet");
});

test("an archive that is too large is named when it is chosen", async () => {
  const page = await open();
  await page.begin();
  const megabyte = new Blob([new Uint8Array(1024 * 1024)]);
  page.choose(
    new File(
      Array.from({ length: 101 }, () => megabyte),
      "large.zip",
    ),
  );
  await expect.element(page.dialog.getByText("The file is larger than 100 MB.")).toBeVisible();
  page.choose(archive);
  await expect.element(page.dialog.getByText("The file is larger than 100 MB.")).not.toBeInTheDocument();
});

test("a version that exists is refused at its field, and nothing typed is lost", async () => {
  const page = await open();
  await page.begin();
  page.choose(archive);
  await page.dialog.getByLabelText(/^Version/).fill("v1");
  await page.submit.click();
  const message = "shop v1 is already deployed; send force=true to replace it, or another version";
  (await ScriptedUpload.next()).answer(409, { code: "conflict", message, request_id: "request-7" });
  await expect.element(page.dialog.getByText(/^Shop v1 is already deployed/)).toBeVisible();
  await expect.element(page.dialog.getByLabelText(/^Version/)).toHaveValue("v1");
  await expect.element(page.dialog.getByText("my shop.zip")).toBeVisible();
});

test("a setting that the API refuses is shown with its rule, also a folded one", async () => {
  const page = await open();
  await page.begin();
  page.choose(archive);
  await expect.element(page.dialog.getByLabelText(/^Entrypoint/)).not.toBeVisible();
  await page.submit.click();
  const message = "entrypoint_rel_path: is needed with an archive";
  (await ScriptedUpload.next()).answer(400, { code: "bad_request", message, request_id: "request-8" });
  await expect.element(page.dialog.getByText("Is needed with an archive.")).toBeVisible();
  await expect.element(page.dialog.getByLabelText(/^Entrypoint/)).toBeVisible();
  await expect.element(page.dialog.getByText("Not deployed")).not.toBeInTheDocument();
});

test("a failed deployment says why, and a log that broke off is read again", async () => {
  const page = await open();
  events(page.bff, { line: "looking for applications", at });
  await page.begin();
  page.choose(archive);
  await page.dialog.getByLabelText(/^Environment variables/).fill("KEY=of nobody");
  await page.submit.click();
  (await ScriptedUpload.next()).answer(201, { id: "d1", status: "queued" });
  await expect.element(page.dialog.getByText("It is not known how the deployment ended.")).toBeVisible();
  events(
    page.bff,
    { line: "looking for applications", at },
    { line: "app.ts has none", at },
    { status: "failed", reason: "no application was found", at },
  );
  await page.dialog.getByRole("button", { name: "Retry" }).click();
  await expect.element(page.dialog.getByText("Not deployed: no application was found")).toBeVisible();
  await expect
    .element(page.dialog.getByRole("region", { name: "Log" }))
    .toMatchTextContent(/^looking for applicationsapp\.ts has none$/);
  await expect.element(page.dialog.getByRole("list", { name: "Deployed versions" })).not.toBeInTheDocument();
  await page.dialog.getByRole("button", { name: "Change and deploy again…" }).click();
  await expect.element(page.dialog.getByText("my shop.zip")).toBeVisible();
  await expect.element(page.dialog.getByLabelText(/^Environment variables/)).toHaveValue("KEY=of nobody");
});

test("an API without deployments has no button", async () => {
  const page = await open({
    bff: connectionWith(emptyBff(), { [deploymentOperations.createDeployment.id]: "absent" }),
  });
  await expect.element(page.button).not.toBeInTheDocument();
});

test("an API that turns out to have no deployments says so", async () => {
  const page = await open();
  await page.begin();
  page.choose(archive);
  await page.submit.click();
  (await ScriptedUpload.next()).answer(501, {
    code: "not_in_upstream",
    message: "This API does not have this operation.",
    request_id: "request-8",
  });
  await expect.element(page.dialog.getByText("This API does not have this operation.")).toBeVisible();
});

test("a viewer sees which role may deploy", async () => {
  const page = await open({ role: "viewer" });
  await expect.element(page.button).toHaveAttribute("aria-disabled", "true");
});
