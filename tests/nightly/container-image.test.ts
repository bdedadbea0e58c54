// The container image: built from Debian's packages and the npm registry alone, started without rights on read-only files.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "../../lib/contract/operations/operations.ts";
import { apiClient } from "../support/dashboard/api-client.ts";
import { buildImage, type Container, imageRefusal } from "../support/programs/container-image.ts";
import { freePort } from "../support/programs/free-port.ts";

const token = "container-image-token-1";

// The reason is in the name: without it nobody would notice that nothing was tested.
describe.skipIf(imageRefusal !== undefined)(
  `the container image${imageRefusal ? ` (skipped: ${imageRefusal})` : ""}`,
  () => {
    let image: Awaited<ReturnType<typeof buildImage>>;
    let service: Container;
    let dashboard: Container;
    let [serviceUrl, dashboardUrl] = ["", ""];
    beforeAll(async () => {
      image = await buildImage();
      const [servicePort, port] = [await freePort(), await freePort()];
      serviceUrl = `http://127.0.0.1:${servicePort}`;
      dashboardUrl = `http://127.0.0.1:${port}`;
      service = image.start("service", {
        SERVICE_HOST: "127.0.0.1",
        SERVICE_PORT: String(servicePort),
        SERVICE_TOKEN: token,
      });
      dashboard = image.start("dashboard", {
        HOST: "127.0.0.1",
        PORT: String(port),
        API_BASE_URL: serviceUrl,
        API_TOKEN: token,
        ADMIN_PASSWORD: "a-password-of-the-image",
      });
    }, 1_800_000);
    afterAll(async () => {
      await Promise.all([service?.stop(), dashboard?.stop()]);
      await image?.remove();
    });

    test("has no root user, a health check and both ports", () => {
      expect(JSON.parse(image.described)).toMatchObject({
        OCIv1: { config: { User: "10001:10001", ExposedPorts: { "3000": {}, "4600": {} } } },
        Docker: { config: { Healthcheck: { Test: ["CMD", "/usr/local/bin/fleetdeck-healthy"] } } },
      });
      expect(image.dataOwner).toBe(10_001);
    });

    test("starts both programs, whose health check answers", async () => {
      for (const each of [service, dashboard]) {
        const healthy = async () => await each.inside("fleetdeck-healthy");
        await expect.poll(healthy, { timeout: 120_000, interval: 500 }).toMatchObject({ code: 0 });
      }
      expect(service.output()).not.toContain("WARNING");
    });

    test("runs a confined browser, which the dashboard lists", async () => {
      const api = apiClient(serviceUrl, token);
      const { session_id: id } = await api.call(operations.createBrowser, { body: {} });
      const { result } = await api.call(operations.executePlaywright, {
        params: { id },
        body: { code: "await page.goto('data:text/html,<title>of the image</title>'); return page.title()" },
      });
      expect(result).toBe("of the image");
      await api.call(operations.deleteBrowser, { params: { id } });
      // It is healthy before it is ready.
      const ready = async () => (await fetch(`${dashboardUrl}/api/readyz`)).status;
      await expect.poll(ready, { timeout: 120_000, interval: 500 }).toBe(200);
      const page = await fetch(`${dashboardUrl}/sign-in`);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("Sign in")]);
    });

    test("may write its data and temporary files, and nothing else", async () => {
      const write = (path: string) => dashboard.inside("sh", "-c", `echo x > ${path}`);
      expect(await write("/data/x")).toMatchObject({ code: 0 });
      expect(await write("/tmp/x")).toMatchObject({ code: 0 });
      for (const path of ["/opt/fleetdeck/x", "/etc/x", "/x"])
        expect((await write(path)).output, path).toMatch(/Read-only file system|Permission denied/);
      expect((await dashboard.inside("id", "-u")).output.trim()).toBe("10001");
    });
  },
);
