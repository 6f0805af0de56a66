import { EngineError } from "@evenodds/core";
import { findCompiler, findPython } from "@evenodds/trainer/internal";
import { expect } from "chai";
import { caught } from "../../../support/caught.js";
import { useTempFolder } from "../support/temp-folder.js";

describe("findPython", () => {
  const folder = useTempFolder();
  const python = (script: string) => folder.write("bin/python3", `#!/bin/sh\n${script}\n`, 0o755);
  const find = () => findPython({ env: { PATH: folder.at("bin") } });

  it("returns how pip is called, and both versions", async () => {
    await python('if [ "$1" = -m ]; then echo "pip 23.2.1 from /x (python 3.11)"; else echo "Python 3.11.7"; fi');
    expect(await find()).to.deep.equal({
      command: ["python3", "-m", "pip"],
      description: "Python 3.11.7, pip 23.2.1",
    });
  });

  it("names what to install without Python, and without pip", async () => {
    const none = await caught(find);
    expect(none).to.be.instanceOf(EngineError);
    expect(none.message).to.match(
      /python3: expected Python 3 with pip.*found no python3; install it .*apt-get install/,
    );
    await python('if [ "$1" = -m ]; then echo "No module named pip" >&2; exit 1; fi; echo "Python 3.11.7"');
    const error = await caught(find);
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/expected pip.*No module named pip; install it .*apt-get install python3-pip/);
  });

  it("says what a broken Python says", async () => {
    await python('echo "cannot start" >&2; exit 127');
    expect((await caught(find)).message).to.match(/python3 --version, which fails: cannot start/);
  });
});

describe("findCompiler", () => {
  const folder = useTempFolder();
  const program = (name: string, code = 0) =>
    folder.write(`bin/${name}`, `#!/bin/sh\necho "${name} 1.2 $*"\necho more\nexit ${code}\n`, 0o755);
  const find = (env: NodeJS.ProcessEnv = {}) => findCompiler({ env: { PATH: folder.at("bin"), ...env } });

  it("takes the first of g++, c++ and clang++ that runs", async () => {
    await program("clang++");
    expect(await find()).to.deep.equal({ command: ["clang++"], description: "clang++ 1.2 --version" });
    await program("c++");
    expect((await find()).command).to.deep.equal(["c++"]);
    await program("g++", 1);
    expect((await find()).command).to.deep.equal(["c++"]);
    await program("g++");
    expect((await find()).command).to.deep.equal(["g++"]);
  });

  it("takes CXX alone where it is set, with its arguments", async () => {
    await program("g++");
    await program("ccache");
    expect(await find({ CXX: " ccache g++ " })).to.deep.equal({
      command: ["ccache", "g++"],
      description: "ccache 1.2 g++ --version",
    });
    const error = await caught(() => find({ CXX: "icpx" }));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/CXX: expected a C\+\+ compiler, found "icpx", which does not run; set CXX/);
  });

  it("names what to install where there is none", async () => {
    const error = await caught(() => find({ CXX: "" }));
    expect(error).to.be.instanceOf(EngineError);
    expect(error.message).to.match(/g\+\+: expected a C\+\+ compiler, found none of.*apt-get install g\+\+/);
  });
});
