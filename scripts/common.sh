# Shared by run and test: a virtual environment with what uv.lock pins, made or refreshed in place.
cd "$(dirname "$0")/.."
export UV_PROJECT_ENVIRONMENT="$PWD/.venv" PYTHONDONTWRITEBYTECODE="${PYTHONDONTWRITEBYTECODE:-}"

find_python() {
    for candidate in python3 python3.13 python3.12 python3.11; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; raise SystemExit(sys.version_info < (3, 11))' 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Paravent demande Python 3.11 ou plus récent." >&2
    exit 1
}

install_project() {
    if [ ! -x .venv/bin/python ]; then
        local python
        python="$(find_python)"
        "$python" -m venv .venv
    fi
    if [ ! -x .venv/bin/uv ]; then
        .venv/bin/python -m pip --version >/dev/null 2>&1 || .venv/bin/python -m ensurepip >/dev/null
        .venv/bin/python -m pip install --quiet --disable-pip-version-check "uv>=0.8"
    fi
    .venv/bin/uv sync --frozen --quiet --inexact "$@"
}
