/**
 * The path below which the dashboard is served: that of PUBLIC_URL.
 * @param {string | undefined} publicUrl absent, empty or not an address: none
 * @returns {string} "" or a path without a slash at its end
 */
export const basePathOf = (publicUrl) =>
  publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).pathname.replace(/\/+$/, "") : "";

/**
 * The folder of the build for a base path, relative to the repository. Builds for several paths stand side by side: the
 * framework writes the path into its scripts.
 * @param {string} basePath
 */
export const buildFolder = (basePath) => `.next${basePath.replaceAll("/", "+")}`;
