// Runs before every script of package.json. CommonJS: it must run on a Node that is too old for everything else.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
const least = require("../package.json").engines.node.replace(">=", "");
const [leastMajor = 0, leastMinor = 0] = least.split(".").map(Number);

if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
  console.error(`Node ${process.versions.node} is too old: install Node ${least} or newer.`);
  process.exit(1);
}
