// Bundled in place of the package that looks for the native part of lmdb among installed packages.
module.exports = () => require("./build/Release/lmdb.node");
