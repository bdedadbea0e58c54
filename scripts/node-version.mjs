// Imported first by every entry script: exits with one line when this Node is too old, before newer syntax or APIs
// fail.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 9)) {
  console.error(
    `Node 20.9 or newer is needed to start (this is ${process.versions.node}). Install it, then try again.`,
  );
  process.exit(1);
}
