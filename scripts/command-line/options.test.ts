import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

import { describe, expect, it, onTestFinished } from "vitest";

import {
  readConfigSettings,
  readDeployedSettings,
  readDevVars,
  validateVarOptions,
} from "../server/chosen-settings.ts";
import { newSecrets, NO_NEW_MEMBER_LIMITS } from "../server/secrets.ts";
import { readOptions, usageOf } from "./options.mjs";
import { ROOT } from "./project.ts";

const read = (words: string, env: NodeJS.ProcessEnv = {}) =>
  readOptions("npm start --", words.split(" ").filter(Boolean), env);

describe("the options of `npm start`", () => {
  it.each([
    ["", { port: 8787, host: false, vars: {} }],
    ["--port 9000", { port: 9000 }],
    ["--host", { host: true }],
    ["--host --port 9000", { host: true, port: 9000 }],
    [
      "--var CURRENCY=JPY --var OIDC_ISSUER:https://a.example",
      { vars: { CURRENCY: "JPY", OIDC_ISSUER: "https://a.example" } },
    ],
    ["--var MAIL_FROM=", { vars: { MAIL_FROM: "" } }],
  ])("npm start reads the options %j", (words, expected) => {
    expect(read(words)).toMatchObject(expected);
  });

  it("npm start suggests a command with the same options when the port is taken", () => {
    const words = ["--port", "9000", "--persist-to", "my data", "--host"];
    expect(readOptions("npm start --", words, {}).command).toBe('npm start -- --persist-to "my data" --host');
    expect(read("--port=9000 --var A=1")).toMatchObject({ command: "npm start -- --var A=1" });
  });

  it("npm start prefers the --port option over the port in the environment", () => {
    expect(read("", { PORT: "9001" })).toMatchObject({ port: 9001 });
    expect(read("--port 9000", { PORT: "9001" })).toMatchObject({ port: 9000 });
    expect(read("", { PORT: "" })).toMatchObject({ port: 8787 });
  });

  it.each([
    ["--port 0", /from 1 to 65535, not "0"/],
    ["--var CURRENCY", /NAME=VALUE, such as MIN_STARTING_PRICE=1, not "CURRENCY"/],
    ["--vars a=b", /Unknown option '--vars'[^]*--var NAME=VALUE/],
    ["--host 192.168.1.5", /Unexpected argument '192.168.1.5'/],
    ["again", /Usage: npm start -- /],
  ])("npm start explains why it refuses %j", (words, sentence) => {
    expect(() => read(words)).toThrow(sentence);
  });

  it("--help explains every option", () => {
    for (const option of ["--port", "--persist-to", "--var", "--host", "--help", ".dev.vars"]) {
      expect(usageOf("npm start --")).toContain(option);
    }
  });
});

describe("the settings of a local server", () => {
  it("a local server refuses an unknown setting and lists the known ones", () => {
    expect(() => validateVarOptions({ CURENCY: "JPY" })).toThrow(
      /no setting CURENCY. The settings are .*CURRENCY, MIN_/,
    );
  });

  it.each([
    ["CURRENCY", "yen", /CURRENCY cannot be "yen". Use /],
    ["MIN_STARTING_PRICE", "a lot", /cannot be "a lot". The default is "100"/],
    ["CSRF_STRICT", "yes", /cannot be "yes". The default is "0". See docs\/deploy.md/],
  ])("a local server refuses an invalid value for the setting %s", (name, value, sentence) => {
    expect(() => validateVarOptions({ [name]: value })).toThrow(sentence);
    expect(validateVarOptions({ MIN_STARTING_PRICE: "1" })).toEqual({ MIN_STARTING_PRICE: "1" });
  });

  it.each(["JPY", "KWD", "XXX", "ABC", "eur", ""])(
    "a local server and a deploy refuse the currency %j and say what is allowed",
    (currency) => {
      const sentence = `CURRENCY cannot be "${currency}". Use the code, in capitals, of a currency with two decimals, such as USD, EUR, GBP or INR`;
      expect(() => validateVarOptions({ CURRENCY: currency })).toThrow(`--var: ${sentence}`);
      expect(() => readDeployedSettings(["--dry-run", "--var", `CURRENCY:${currency}`])).toThrow(`--var: ${sentence}`);
      expect(validateVarOptions({ CURRENCY: "EUR" })).toEqual({ CURRENCY: "EUR" });
    },
  );

  it("a local server checks the settings in wrangler.toml and .dev.vars", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "lotline-settings-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const toml = readFileSync(path.join(ROOT, "wrangler.toml"), "utf8");
    writeFileSync(path.join(folder, "wrangler.toml"), toml);
    expect(readConfigSettings(folder)).toMatchObject({ CURRENCY: "USD", FIXED_TEXTS: "sample" });
    const edited = toml.replace(/^NEW_BIDDER_AUCTIONS = .*$/m, 'NEW_BIDDER_AUCTIONS = "many"');
    writeFileSync(path.join(folder, "wrangler.toml"), edited);
    expect(() => readConfigSettings(folder)).toThrow('wrangler.toml: NEW_BIDDER_AUCTIONS cannot be "many".');
    writeFileSync(path.join(folder, ".dev.vars"), "CURRENCY='JPY'\n");
    expect(() => readDevVars(folder)).toThrow('.dev.vars: CURRENCY cannot be "JPY". Use the code');
  });

  it("a local server reads settings, but not wrangler's secrets, from .dev.vars", () => {
    const folder = mkdtempSync(path.join(tmpdir(), "lotline-settings-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    expect(readDevVars(folder)).toEqual({});
    const lines = Object.entries(NO_NEW_MEMBER_LIMITS).map(([name, value]) => `${name}='${value}'\n`);
    writeFileSync(path.join(folder, ".dev.vars"), `${newSecrets()}${lines.join("")}MIN_STARTING_PRICE=1\n`);
    expect(readDevVars(folder)).toEqual({ ...NO_NEW_MEMBER_LIMITS, MIN_STARTING_PRICE: "1" });
    writeFileSync(path.join(folder, ".dev.vars"), "MIN_STARTING=1\n");
    expect(() => readDevVars(folder)).toThrow(/.dev.vars: there is no setting MIN_STARTING/);
  });
});
