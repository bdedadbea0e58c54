/** No two folders of the product import each other, directly or through others. Tests may look at everything. */
import config from "./.dependency-cruiser.mjs";

export default {
  forbidden: [
    {
      name: "no-folder-cycles",
      comment: "Move what both need into a folder below both, or hand it in from above.",
      severity: "error",
      scope: "folder",
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...config.options, exclude: { path: "^(\\.next|node_modules|tests|bench)/|\\.test\\.tsx?$" } },
};
