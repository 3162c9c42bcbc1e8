#!/bin/bash
# Builds with Slurm: `bash slurm.sh`, in a portal's folder that all nodes see. The script ends when dist/ is there, or
# names the log of the job that failed. For what else your cluster requires, set sbatch's variables (SBATCH_PARTITION).
set -euo pipefail
parts=${PARTS:-4}
export CACHE="${CACHE:-.cache}"
mkdir -p logs

# submit NAME AFTER FLAGS [OPTION]: prints the number of a job, which begins once the job AFTER has succeeded.
submit() {
  sbatch --parsable --requeue --job-name="$1" --output=logs/%x-%j.log "${@:4}" \
    ${2:+--dependency="afterok:$2" --kill-on-invalid-dep=yes} \
    --wrap="npx portal-snapshot build --cache \"\$CACHE\" $3"
}

shards=$(submit shards '' "--shard \$SLURM_ARRAY_TASK_ID/$parts" --array="1-$parts")
build=$(submit build "$shards" '')

until [[ "${states:-}" =~ COMPLETED\ logs/build- ]]; do
  sleep 5
  states=$(squeue --noheader --jobs="$shards,$build" --states=all --sort=i --format='%T logs/%j-%A.log')
  ! grep -E '^(BOOT_FAIL|CANCELLED|DEADLINE|FAILED|NODE_FAIL|OUT_OF_MEMORY|TIMEOUT) ' <<< "$states" >&2 || exit 1
done
