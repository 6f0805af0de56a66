import { expect } from "chai";
import type { Run } from "sarif";

/** What GitHub's code scanning asks of a file that it takes, and what it ignores silently. */
export function expectIngestible(run: Run): void {
  const { name, rules = [], semanticVersion } = run.tool.driver;
  expect(name).to.equal("evenodds");
  expect(semanticVersion).to.match(/^\d+\.\d+\.\d+$/);
  const ids = rules.map(({ id }) => id);
  expect(new Set(ids).size).to.equal(ids.length);
  for (const { id, name, shortDescription, fullDescription, help, defaultConfiguration } of rules) {
    expect(id.length).to.be.within(1, 255);
    expect(name!).to.match(/^[A-Z][A-Za-z0-9]*$/);
    for (const text of [shortDescription?.text, fullDescription?.text, help?.text]) {
      expect(text!.length).to.be.within(1, 1024);
    }
    expect(defaultConfiguration?.level).to.be.oneOf(["error", "warning", "note"]);
  }
  const results = run.results!;
  expect(results.length).to.be.at.most(5000);
  for (const { ruleId, ruleIndex, level, message, locations, partialFingerprints } of results) {
    expect(ids[ruleIndex!]).to.equal(ruleId);
    expect(level).to.be.oneOf(["error", "warning", "note"]);
    expect(message.text!.length).to.be.within(1, 5000);
    expect(locations).to.have.length(1);
    const { artifactLocation, region } = locations![0]!.physicalLocation!;
    // GitHub's upload step makes a fingerprint of its own for a line, and warns of any other one.
    expect(region).to.equal(undefined);
    const uri = artifactLocation!.uri!;
    expect(uri).to.equal(run.artifacts![artifactLocation!.index!]!.location!.uri);
    expect(uri).to.match(/^(?:file:\/\/[^/\\:?#]*\/(?:[A-Z]:\/)?)?[^/\\:?#]+(\/[^/\\:?#]+)*$/);
    expect(uri.split("/")).not.to.include("..");
    expect(() => decodeURIComponent(uri)).not.to.throw();
    expect(partialFingerprints!.primaryLocationLineHash).to.match(/^[0-9a-f]{32}:1$/);
  }
  const prints = results.map(({ partialFingerprints }) => partialFingerprints!.primaryLocationLineHash);
  expect(new Set(prints).size, "one alert for each result").to.equal(prints.length);
  // What stands before the last slash is the category, of which GitHub keeps the newest file.
  expect(run.automationDetails!.id).to.match(/^evenodds\/[^:]+\/$/);
}
