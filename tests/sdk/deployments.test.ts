// Deployments, and invocations that are followed, through the published clients.
import { describe, expect, test } from "vitest";
import { lightChromium } from "../support/programs/launch-options.ts";
import { collect, publishedClients } from "../support/programs/published-clients.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { zipOf } from "../support/zip.ts";
import { expectCovered } from "./method-coverage.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });

describe.each(publishedClients)("client $version", (sdk) => {
  const { version, connect, Kernel } = sdk;
  const client = () => connect({ baseURL: service.url, apiKey: service.bearer });
  const app_name = `counter-${version.replaceAll(".", "-")}`;
  const code = (step: number) => `
    import { app } from "fleetdeck";
    console.log("looked into");
    app("${app_name}").action("add", (context, payload) => {
      context.log("adding");
      return payload.to + ${step} + Number(process.env.MORE ?? 0);
    });`;
  const archive = (step: number) =>
    new File([new Uint8Array(zipOf([{ name: "src/main.ts", content: code(step) }]))], "app.zip");
  const entrypoint_rel_path = "src/main.ts";

  test("deployed from an archive, followed to its end, invoked, followed, replaced and listed", async () => {
    const kernel = client();
    const made = await kernel.deployments.create({
      file: archive(1),
      entrypoint_rel_path,
      version: "v1",
      env_vars: { MORE: "10" },
    });
    const events: string[] = [];
    for await (const item of await kernel.deployments.follow(made.id)) events.push(item.event);
    // The stream ends by itself.
    expect(events).toEqual(expect.arrayContaining(["log", "deployment_state", "app_version_summary"]));
    expect(await kernel.deployments.retrieve(made.id)).toMatchObject({
      status: "running",
      entrypoint_rel_path,
      env_vars: { MORE: "10" },
    });

    const invocation = { app_name, version: "v1", action_name: "add", payload: '{"to":5}' };
    const { id } = await kernel.invocations.create({ ...invocation, async: true });
    const seen: string[] = [];
    for await (const item of await kernel.invocations.follow(id)) {
      if (item.event === "log") seen.push(item.message);
      if (item.event === "invocation_state") seen.push(item.invocation.status);
    }
    expect(seen).toContain("adding");
    expect(seen.at(-1)).toBe("succeeded");
    expect(await kernel.invocations.retrieve(id)).toMatchObject({ output: "16" });

    const again = { file: archive(2), entrypoint_rel_path, version: "v1" };
    await expect(kernel.deployments.create(again)).rejects.toBeInstanceOf(Kernel.ConflictError);
    const replaced = await kernel.deployments.create({ ...again, force: true });
    expect(await kernel.invocations.create(invocation)).toMatchObject({ status: "succeeded", output: "7" });
    const listed = await collect(kernel.deployments.list({ app_name }));
    expect(listed.map((each) => [each.id, each.status])).toEqual([
      [replaced.id, "running"],
      [made.id, "stopped"],
    ]);
    expect(await collect(kernel.deployments.list({ app_name, limit: 1, offset: 1 }))).toHaveLength(1);
    if ("delete" in kernel.deployments) {
      await kernel.deployments.delete(replaced.id);
      await expect(kernel.invocations.create(invocation)).rejects.toBeInstanceOf(Kernel.NotFoundError);
    }
  });

  test("code that cannot be loaded reports why; invalid deployments are refused", async () => {
    const { deployments } = client();
    const broken = new File(["export const x: = 1"], "broken.ts");
    const made = await deployments.create({ file: broken, version: "v1" });
    const states: string[] = [];
    for await (const item of await deployments.follow(made.id)) {
      if (item.event === "deployment_state") states.push(item.deployment.status);
    }
    expect(states.at(-1)).toBe("failed");
    expect((await deployments.retrieve(made.id)).status_reason).toContain("broken.ts");
    await expect(
      deployments.create({ file: archive(1), entrypoint_rel_path: "../main.ts" }),
    ).rejects.toBeInstanceOf(Kernel.BadRequestError);
    await expect(deployments.retrieve("none")).rejects.toBeInstanceOf(Kernel.NotFoundError);
    await expect(deployments.follow("none")).rejects.toBeInstanceOf(Kernel.NotFoundError);
  });

  test("every method assigned to this file was called successfully", () => expectCovered("deployments", sdk));
});
