import { gatherClusters, InputError, Random, UsageError, type ClusterCounts } from "@evenodds/core";
import { countOutcomesFrom, withPostgres, type OutcomeRequest } from "@evenodds/data";
import { expect } from "chai";
import { withPostgresServer } from "../../support/with-postgres-server.js";
import { rejection, removeTempFolders, tempFolder } from "../support/temp-graph.js";
import { countText, databaseFile, request } from "./support/counting.js";

after(removeTempFolders);

const byHome = { ...request, cluster: "home" } as const;

/** Clusters as lists of cell and amount. */
function listed({ starts, cells, counts }: ClusterCounts) {
  return Array.from({ length: starts.length - 1 }, (_, k) =>
    Array.from(cells.slice(starts[k], starts[k + 1]), (cell, i) => [cell, counts[starts[k]! + i]!]),
  );
}

describe("countOutcomesFrom by cluster", () => {
  it("counts the cells of every cluster, those in the order of their names", async () => {
    const text = "home,sex,y,yhat\n20,F,1,1\n10.0,M,0,1\n20,F,1,1\n 10,F,0,0\n20,M,1,0\n";
    const { attributes, withoutCluster } = await countText(text, byHome);
    const { clusters, all } = attributes[0]!;
    // Cells are (group · 2 + label) · 2 + prediction. 10 and 10.0 are one home.
    expect(listed(clusters!)).to.deep.equal([
      [
        [0, 1],
        [5, 1],
      ],
      [
        [3, 2],
        [6, 1],
      ],
    ]);
    expect(clusters!.outcomes.counts).to.deep.equal(all.outcomes!.counts);
    expect(withoutCluster).to.equal(0);
  });

  it("takes a row without a cluster for one of its own and counts such rows", async () => {
    const text = "home,sex,y,yhat\n1,F,1,1\n,F,1,1\nNA,F,1,1\nunknown,M,0,0\n,,0,0\n1,F,,1\n";
    const cluster = { column: "home", missing: ["unknown"] };
    const { attributes, withoutCluster } = await countText(text, { ...request, cluster });
    expect(listed(attributes[0]!.clusters!)).to.deep.equal([[[3, 1]], [[3, 1]], [[3, 1]], [[4, 1]]]);
    // The row without a group lacks a cluster as well.
    expect(withoutCluster).to.equal(4);
    const refused = countText(text, { ...request, cluster: { ...cluster, whenMissing: "fail" } });
    const error = await rejection(refused);
    expect(error).to.be.instanceOf(InputError);
    expect(error.message).to.include('cluster column "home"').and.include("4 rows without");
  });

  it("sums weights, of which rows without a cluster have equal shares", async () => {
    const text = "home,sex,y,yhat,w\n1,F,1,1,0.5\n1,F,1,1,2\n,F,1,1,1\n,F,1,1,4\n";
    const { attributes } = await countText(text, { ...byHome, weight: "w" });
    expect(listed(attributes[0]!.clusters!)).to.deep.equal([[[0, 2.5]], [[0, 2.5]], [[0, 2.5]]]);
  });

  it("counts crossed attributes, a score with a threshold, files in parts, and counts", async () => {
    const folder = await tempFolder({
      "a.csv": "home,sex,age,y,s,n\n1,F,20,1,0.7,3\n2,M,40,0,0.6,1\n",
      "b.csv": "home,sex,age,y,s,n\n1,F,20,1,0.9,2\n2,M,20,1,0.2,1\n",
    });
    const wanted: OutcomeRequest = {
      sensitive: ["sex", { column: "age", bins: [30] }],
      crossed: "all",
      label: "y",
      score: "s",
      threshold: 0.5,
      cluster: "home",
    };
    const files = ["a.csv", "b.csv"];
    const { attributes } = await countOutcomesFrom({ predictions: files, folder }, wanted);
    // Groups F × <30, F × >=30, M × <30, M × >=30.
    expect(listed(attributes[2]!.clusters!)).to.deep.equal([
      [[3, 2]],
      [
        [10, 1],
        [13, 1],
      ],
    ]);
    const counted = await countOutcomesFrom({ counts: files, count: "n", folder }, wanted);
    expect(listed(counted.attributes[0]!.clusters!)).to.deep.equal([
      [[3, 5]],
      [
        [5, 1],
        [6, 1],
      ],
    ]);
  });

  it("finds the column in the attributes of a join", async () => {
    const folder = await tempFolder({
      "p.csv": "id,y,yhat\n1,0,0\n2,1,1\n",
      "who.csv": "id,sex,home\n2,F,b\n1,F,a\n",
    });
    const { attributes } = await countOutcomesFrom(
      { predictions: "p.csv", attributes: "who.csv", id: "id", folder },
      byHome,
    );
    expect(listed(attributes[0]!.clusters!)).to.deep.equal([[[0, 1]], [[3, 1]]]);
  });

  it("has as many clusters as there are, and agrees with a count of the rows", async () => {
    const random = Random.of(1, "homes");
    const rows = Array.from({ length: 30_000 }, () => [
      random.integer(20_000),
      ...[2, 2, 2].map((n) => random.integer(n)),
    ]);
    const text = ["home,sex,y,yhat", ...rows.map((row) => row.join(",")), ""].join("\n");
    const { clusters } = (await countText(text, byHome)).attributes[0]!;
    const named = [...new Set(rows.map(([home]) => String(home)))].sort();
    const at = new Map(named.map((name, i) => [name, i]));
    const expected = gatherClusters(
      {
        cluster: Int32Array.from(rows, ([home]) => at.get(String(home))!),
        cell: Int32Array.from(rows, ([, sex, y, yhat]) => (sex! * 2 + y!) * 2 + yhat!),
        count: new Float64Array(rows.length).fill(1),
      },
      { groups: ["0", "1"], classes: ["0", "1"], clusterCount: named.length },
    );
    expect(clusters).to.deep.equal(expected);
  });

  it("refuses clusters without labels, an unknown column, and rows without a cluster by the million", async () => {
    const text = "home,sex,y,yhat,n\n,F,1,1,3000000\n";
    const noLabel = rejection(countText(text, { sensitive: ["sex"], prediction: "yhat", cluster: "home" }));
    expect(await noLabel).to.be.instanceOf(UsageError);
    const unknown = await rejection(countText(text, { ...request, cluster: "hame" }));
    expect(unknown.message).to.include("cluster column").and.include('did you mean "home"');
    const folder = await tempFolder({ "c.csv": text });
    const many = await rejection(countOutcomesFrom({ counts: "c.csv", count: "n", folder }, byHome));
    expect(many).to.be.instanceOf(InputError);
    expect(many.message).to.include("2000000 combinations");
  });
});

describe("countOutcomesFrom by cluster in PostgreSQL", () => {
  const server = withPostgresServer();

  it("counts as DuckDB does, to the byte", async () => {
    const sql =
      "SELECT CASE WHEN i % 2 = 0 THEN 'F' ELSE 'M' END AS sex, i % 3 % 2 AS y, i % 5 % 2 AS yhat, CAST(i % 7 AS DOUBLE PRECISION) / 3 AS w, " +
      "CASE WHEN i % 11 > 0 THEN i * 7919 % 3001 END AS home FROM generate_series(1, 20000) AS numbers(i)";
    const db = await databaseFile(sql);
    const duck = await countOutcomesFrom({ sql: "SELECT * FROM t", db }, { ...byHome, weight: "w" });
    const postgres = await withPostgres({ url: server().url }, (engine) =>
      countOutcomesFrom({ sql, engine }, { ...byHome, weight: "w" }),
    );
    expect(duck.attributes[0]!.clusters!.starts.length).to.be.above(3000);
    expect(postgres).to.deep.equal(duck);
  });
});
