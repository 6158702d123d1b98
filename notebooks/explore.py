# Databricks notebook source
# MAGIC %md
# MAGIC # Reading a store
# MAGIC
# MAGIC Reads the Delta tables of a store (`ASSAY_STORE`, else `.assay/store` beside this folder): by pandas, which needs `pip install pandas deltalake pyarrow matplotlib`, or, with `ASSAY_READER=spark`, by Spark, which needs
# MAGIC `pip install pyspark==3.5.4 setuptools "pandas<3" "numpy<2" matplotlib` and a built `dist/` (any `scripts/assay` command builds it). A store in a catalog is named like `main.assay`: Spark reads its tables by name. On Databricks the session is there, the name is asked for above ([explore.py](explore.py) is this notebook in Databricks' source format).
# MAGIC Decisions, scores and sentences are those of the answers that the newest analysis covers; calibrations and labels are those of the whole store.
# MAGIC
# MAGIC [docs/tables.md](../docs/tables.md) says what every column means.

# COMMAND ----------

import glob
import os
import re
from itertools import combinations

import matplotlib.pyplot as plt
import pandas as pd

root = os.path.abspath('..')
store = os.environ.get('ASSAY_STORE', os.path.join(root, '.assay', 'store'))
reader = os.environ.get('ASSAY_READER', 'pandas')
if 'DATABRICKS_RUNTIME_VERSION' in os.environ:
    dbutils.widgets.text('store', 'main.assay', 'Catalog and schema, or path, of the store')
    store, reader = dbutils.widgets.get('store'), 'spark'
# CATALOG.SCHEMA, unless there is a folder of that name.
named = re.fullmatch(r'[\w-]+\.[\w-]+', store) is not None and not os.path.isdir(store)
if named:
    store = '.'.join(f'`{part}`' for part in store.split('.'))

if reader == 'spark':
    from pyspark.sql import SparkSession

    spark = globals().get('spark') or (
        SparkSession.builder.master('local[2]')
        .config('spark.jars', ','.join(glob.glob(root + '/dist/lib/*.jar') + [root + '/dist/assay.jar']))
        .config('spark.sql.extensions', 'io.delta.sql.DeltaSparkSessionExtension,dev.assay.udfs.AssayExtensions')
        .config('spark.sql.catalog.spark_catalog', 'org.apache.spark.sql.delta.catalog.DeltaCatalog')
        # Tables are small: neither their logs nor their rows are worth many tasks.
        .config('spark.databricks.delta.snapshotPartitions', 2)
        .config('spark.sql.shuffle.partitions', 4)
        .config('spark.ui.showConsoleProgress', False)
        .getOrCreate()
    )
    read = lambda place: (spark.table(place) if named else spark.read.format('delta').load(place)).toPandas()
    known = lambda place: (
        spark.catalog.tableExists(place) if named else spark._jvm.io.delta.tables.DeltaTable.isDeltaTable(spark._jsparkSession, place)
    )
else:
    from deltalake import DeltaTable

    read = lambda path: DeltaTable(path).to_pandas()
    known = DeltaTable.is_deltatable


def table(name, columns=()):
    """The rows of a table; none, with these columns, where nothing was written to it yet."""
    place = f'{store}.{name}' if named else f'{store}/{name}'
    there = known(place) if named or ':' in place or place.startswith('/Volumes/') else os.path.isdir(f'{place}/_delta_log')
    rows = read(place) if there else pd.DataFrame(columns=list(columns))
    # The night of a row; rows of before there were nights are those of the one without a name.
    return rows.assign(run_key=rows['run_key'].fillna('') if 'run_key' in rows else '') if 'run_key' in columns else rows


def text(rows):
    """As lines; what there is no value for is a dash."""
    return rows.to_string(index=False, na_rep='–')


def dashed(rows):
    """The same as a table."""
    return rows.astype(object).where(rows.notna(), '–')


def of_run(rows):
    """Those about answers that the analysis covers."""
    return rows[pd.Series([key in covered for key in rows[keys].itertuples(index=False, name=None)], index=rows.index, dtype=bool)]


runs = table('runs', ['run_id', 'name', 'stage', 'status', 'ended_at'])
done = runs[(runs.stage == 'analyze') & (runs.status == 'done')].sort_values('ended_at')
if done.empty:
    raise SystemExit(f'No analysis has finished in {store}: run the stages up to analyze first.')
run = done.iloc[-1]
keys = ['case_id', 'system', 'repeat', 'run_key']
covered = table('run_cases', ['run_id', *keys])
covered = set(covered[covered.run_id == run.run_id][keys].itertuples(index=False, name=None))
print(f'{reader} reads {store}: run {run["name"]}, analysed {run["ended_at"]}')

# COMMAND ----------

# MAGIC %md
# MAGIC ## Leaderboard
# MAGIC What people would say stands first (metric `human`, column `human_estimate`). `n_missing` counts what could not be measured.

# COMMAND ----------

board = table('leaderboard', ['run_id', 'slice', 'dimension', 'metric', 'system', 'estimate', 'ci_low', 'ci_high', 'n', 'n_groups', 'n_missing', 'rank', 'human_estimate', 'human_ci_low', 'human_ci_high'])
board = board[(board.run_id == run.run_id) & (board.slice == 'all')]
people = board[board.metric == 'human']
print(text(people[['dimension', 'system', 'human_estimate', 'human_ci_low', 'human_ci_high', 'n_groups']]) if len(people) else 'Nobody has judged an answer.')
dashed(board[(board.metric != 'human') & (board.dimension == '')][['metric', 'system', 'estimate', 'ci_low', 'ci_high', 'n', 'n_missing', 'rank']].sort_values(['metric', 'rank']))

# COMMAND ----------

# MAGIC %md
# MAGIC ## Reliability
# MAGIC The newest calibration of each metric, dimension and slice, of the whole store.
# MAGIC Of unseen answers with about this score, which share did people pass? Bars are intervals; the number of answers stands at each point.

# COMMAND ----------

calibrations = table('calibrations', ['metrics', 'dimension', 'slice', 'method', 'status', 'auroc', 'auroc_low', 'ece', 'coverage', 'reason', 'curve', 'fitted_at'])
calibrations = calibrations.sort_values(['fitted_at', 'calibration_id'], ascending=[True, False]) if len(calibrations) else calibrations
calibrations['metric'] = calibrations.metrics.map(' + '.join)
calibrations = calibrations.groupby(['metric', 'dimension', 'slice'], as_index=False).tail(1)
curves = [c for c in calibrations.sort_values('status', key=lambda s: s != 'ok').itertuples() if c.slice == 'all' and len(c.curve)][:12]
# What can be relied on first; the whole reason stands in the table.
shown = calibrations.assign(unfit=calibrations.status != 'ok', part=calibrations.slice != 'all').sort_values(['unfit', 'part', 'metric', 'dimension', 'slice'])
shown['reason'] = shown.reason.map(lambda reason: reason if not isinstance(reason, str) or len(reason) <= 120 else reason[:119] + '…')
print(text(shown[['metric', 'dimension', 'slice', 'method', 'status', 'auroc', 'auroc_low', 'ece', 'coverage', 'reason']]))
for c in curves:
    points = pd.DataFrame([p if isinstance(p, dict) else p.asDict() for p in c.curve]).sort_values('score')
    fig, ax = plt.subplots(figsize=(5, 4))
    seen = points.dropna(subset=['ci_low', 'ci_high'])
    ax.vlines(seen.score, seen.ci_low, seen.ci_high, color='tab:gray')
    ax.plot(points.score, points.probability, 'o-')
    for p in points.itertuples():
        ax.annotate(p.n, (p.score, p.probability), textcoords='offset points', xytext=(4, 6), fontsize=8)
    ax.set(title=f'{c.metric} → {c.dimension} ({c.method}, {c.status})', xlabel='score', ylabel='share that people passed', ylim=(-0.02, 1.02))
    plt.show()

# COMMAND ----------

# MAGIC %md
# MAGIC ## Decisions
# MAGIC What the machine accepts, rejects and refers to people, by system, of the answers that this analysis covers.

# COMMAND ----------

decisions = of_run(table('decisions', [*keys, 'metric', 'dimension', 'decision']))
if len(decisions):
    counts = decisions.groupby(['metric', 'dimension', 'system', 'decision']).size().unstack(fill_value=0)
    print(counts.to_string())
    decided = counts[counts.reindex(columns=['accept', 'reject'], fill_value=0).sum(axis=1).groupby(level=['metric', 'dimension']).transform('sum') > 0]
    for (metric, dimension), part in list(decided.groupby(level=['metric', 'dimension']))[:12]:
        ax = part.droplevel(['metric', 'dimension']).plot.barh(stacked=True, figsize=(6, 2.5), title=f'{metric} → {dimension}')
        ax.set_xlabel('answers')
        plt.show()
else:
    print('Nothing was decided: no metric is calibrated, or apply has not run.')

# COMMAND ----------

# MAGIC %md
# MAGIC ## Weaknesses
# MAGIC Conditions under which a system is worse than elsewhere by more than chance: `p_adjusted`, which counts all that was looked at, is at most 0.05.

# COMMAND ----------

weaknesses = table('weaknesses', ['run_id', 'system', 'metric', 'conditions', 'estimate', 'difference', 'p_adjusted', 'n'])
weaknesses = weaknesses[(weaknesses.run_id == run.run_id) & (weaknesses.p_adjusted <= 0.05)].sort_values('p_adjusted')
if len(weaknesses):
    print(text(weaknesses[['system', 'metric', 'conditions', 'estimate', 'difference', 'p_adjusted', 'n']]))
    worst = weaknesses.head(15).iloc[::-1]
    fig, ax = plt.subplots(figsize=(7, 1 + 0.35 * len(worst)))
    ax.barh(worst.system + ': ' + worst.metric + '\n' + worst.conditions, worst.difference)
    ax.axvline(0, color='black', linewidth=0.8)
    ax.set_xlabel('difference from elsewhere')
    plt.show()
else:
    print('No condition stands out.')

# COMMAND ----------

# MAGIC %md
# MAGIC ## How far annotators disagree
# MAGIC On answers that two people judged (known truth, annotator `planted`, is no person): the share on which they agree, and Cohen's kappa, which takes away what chance would give.

# COMMAND ----------

labels = table('labels', [*keys, 'dimension', 'annotator', 'label'])
labels = labels[labels.annotator != 'planted']
judged = labels.pivot_table(index=[*keys, 'dimension'], columns='annotator', values='label', aggfunc='last') if len(labels) else pd.DataFrame()
rows = []
for a, b in combinations(judged.columns, 2):
    for dimension, both in judged[[a, b]].dropna().groupby(level='dimension'):
        agreed = (both[a] == both[b]).mean()
        chance = (both[a].value_counts(normalize=True) * both[b].value_counts(normalize=True)).sum()
        rows.append((dimension, a, b, len(both), agreed, (agreed - chance) / (1 - chance) if chance < 1 else None))
agreement = pd.DataFrame(rows, columns=['dimension', 'annotator', 'other', 'answers', 'agreement', 'kappa'])
if len(agreement):
    print(text(agreement.round(3)))
    by_system = judged.nunique(axis=1).gt(1)[judged.notna().sum(axis=1) > 1].groupby(level=['dimension', 'system']).mean()
    by_system.plot.barh(figsize=(6, 2.5), title='Share of answers on which annotators disagree', xlim=(0, 1))
    plt.show()
else:
    print('No answer was judged by two people.')

# COMMAND ----------

# MAGIC %md
# MAGIC ## The least grounded sentences

# COMMAND ----------

sentences = of_run(table('sentence_scores', [*keys, 'metric', 'score', 'sentence', 'match']))
dashed(sentences[sentences.metric == 'groundedness.groundedness'].sort_values('score')[['system', 'score', 'sentence', 'match']].drop_duplicates(['system', 'sentence']).head(10))

# COMMAND ----------

# MAGIC %md
# MAGIC ## What was not measured, and why

# COMMAND ----------

scores = of_run(table('scores', [*keys, 'metric', 'status', 'reason']))
dashed(scores[scores.status != 'ok'][['metric', 'status', 'reason']]).groupby(['metric', 'status', 'reason']).size().sort_values(ascending=False).head(20)

# COMMAND ----------

# MAGIC %md
# MAGIC ## The same code as SQL functions
# MAGIC By Spark only.

# COMMAND ----------

if reader == 'spark':
    spark.sql("""
    SELECT assay_groundedness('A replacement card costs $9.', array('A replacement card costs $8.', 'Cards arrive in five days.')) AS groundedness
    """).show()
