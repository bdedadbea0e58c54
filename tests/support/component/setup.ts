// Runs before every component test file: the dashboard's styles, its paces ten times faster, and no animation of what is
// not hurried. Files share their page, so nothing of a test is left for the next.
import "./fast-paces.ts";
import "./without-react-tracing.ts";
import "../../../app/globals.css";
import { beforeEach, vi } from "vitest";
import { cleanup } from "vitest-browser-react";

document.documentElement.lang = "en";

// The addresses of pictures, which `makePictures` replaces; by itself it is the module as it is.
vi.mock("@/lib/bff/pictures", { spy: true });

beforeEach(async () => {
  // The package does this by itself only for the file that loads it first.
  await cleanup();
  sessionStorage.clear();
});
