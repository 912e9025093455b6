#include "core/history/pickle_reader.h"
